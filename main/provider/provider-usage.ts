import { type ProviderErrorKind, providerErrorKinds } from '#shared/flows/provider-errors.ts';
import type { AccountTurns, Priority, WaitingRequests } from './account-turns.ts';
import { ProviderError } from './provider-error.ts';

/** How a call ended. */
export const callOutcomes = ['success', ...providerErrorKinds] as const;
type CallOutcome = 'success' | ProviderErrorKind;

/** How accounts at hosting providers are used, all of them together. For metrics. */
export interface ProviderUsage {
  /** The requests of a priority that wait for their turn. */
  waiting(priority: Priority): WaitingRequests;
  /** How many calls have ended so since the start. */
  calls(outcome: CallOutcome): number;
}

/** Counts how a call ends. @throws as the call does */
export type CountCall = <Answer>(call: Promise<Answer>) => Promise<Answer>;

/** @param accounts the turns of the accounts that are in use */
export const createProviderUsage = (accounts: () => Iterable<AccountTurns>): ProviderUsage & { count: CountCall } => {
  const counts = new Map<CallOutcome, number>();
  const add = (outcome: CallOutcome): void => void counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return {
    async count(call) {
      try {
        const answer = await call;
        add('success');
        return answer;
      } catch (error) {
        if (error instanceof ProviderError) add(error.kind);
        throw error;
      }
    },
    waiting(priority) {
      const all = [...accounts()].map((turns) => turns.waiting(priority));
      const since = all.flatMap(({ since }) => since ?? []);
      return {
        count: all.reduce((sum, { count }) => sum + count, 0),
        since: since.length > 0 ? Math.min(...since) : undefined,
      };
    },
    calls: (outcome) => counts.get(outcome) ?? 0,
  };
};
