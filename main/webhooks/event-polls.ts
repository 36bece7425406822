import { eventLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ChangeFeed } from '../storage/database/change-feed.ts';

/** A program that waits for events of its organization. */
export interface EventPoll {
  /**
   * Resolves to true once something has happened since the poll began, or since this was called last; to false once the time is
   * over, no one waits for the answer anymore, or the service stops.
   */
  next(): Promise<boolean>;
  close(): void;
}

export interface EventPolls {
  /** Begins a poll. @throws AppError BUSY if too many wait for the same organization */
  begin(tenantId: string, ms: number, gone: AbortSignal | undefined): EventPoll;
}

export const createEventPolls = (changes: Pick<ChangeFeed, 'onCommit'>, stopping: AbortSignal): EventPolls => {
  const waiting = new Map<string, Set<() => void>>();
  changes.onCommit('audit', ({ everyone, tenants }) => {
    for (const [tenant, polls] of waiting) {
      if (everyone || tenants.has(tenant)) for (const wake of polls) wake();
    }
  });
  return {
    begin(tenantId, ms, gone) {
      const polls = waiting.get(tenantId) ?? new Set();
      if (polls.size >= eventLimits.pollsPerTenant) throw new AppError('BUSY', { retry_after: 1 });
      waiting.set(tenantId, polls);
      const ends = [stopping, ...(gone ? [gone] : [])];
      let hasHappened = false;
      let isOver = ends.some(({ aborted }) => aborted);
      let tell = (): void => {};
      const wake = (): void => {
        hasHappened = true;
        tell();
      };
      const close = (): void => {
        isOver = true;
        clearTimeout(timer);
        for (const signal of ends) signal.removeEventListener('abort', close);
        polls.delete(wake);
        if (polls.size === 0 && waiting.get(tenantId) === polls) waiting.delete(tenantId);
        tell();
      };
      const timer = setTimeout(close, ms);
      polls.add(wake);
      for (const signal of ends) signal.addEventListener('abort', close, { once: true });
      return {
        close,
        async next() {
          if (!hasHappened && !isOver) await new Promise<void>((resolve) => (tell = resolve));
          const happened = hasHappened && !isOver;
          hasHappened = false;
          return happened;
        },
      };
    },
  };
};
