import { eventLimits, second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ChangeFeed } from '../storage/database/change-feed.ts';

/** Programs that wait for events of their organization. */
export interface EventPolls {
  /**
   * Resolves once something has happened in an organization, the time is over, no one waits for the answer anymore, or the
   * service stops. Something that happened in between may be missed: read again before the last wait.
   * @throws AppError BUSY if too many wait for the same organization
   */
  wait(tenantId: string, seconds: number, gone: AbortSignal | undefined): Promise<void>;
}

export const createEventPolls = (changes: Pick<ChangeFeed, 'onCommit'>, stopping: AbortSignal): EventPolls => {
  const waiting = new Map<string, Set<() => void>>();
  changes.onCommit('audit', ({ everyone, tenants }) => {
    for (const [tenant, polls] of waiting) {
      if (everyone || tenants.has(tenant)) for (const wake of polls) wake();
    }
  });
  return {
    wait(tenantId, seconds, gone) {
      const polls = waiting.get(tenantId) ?? new Set();
      if (polls.size >= eventLimits.pollsPerTenant) throw new AppError('BUSY', { retry_after: 1 });
      waiting.set(tenantId, polls);
      return new Promise((resolve) => {
        const ends = [stopping, ...(gone ? [gone] : [])];
        const wake = (): void => {
          clearTimeout(timer);
          for (const signal of ends) signal.removeEventListener('abort', wake);
          polls.delete(wake);
          if (polls.size === 0 && waiting.get(tenantId) === polls) waiting.delete(tenantId);
          resolve();
        };
        const timer = setTimeout(wake, seconds * second);
        polls.add(wake);
        for (const signal of ends) signal.addEventListener('abort', wake, { once: true });
        if (ends.some(({ aborted }) => aborted)) wake();
      });
    },
  };
};
