import { eventLimits, minute, second } from '#shared/rules/limits.ts';
import { latestEnd, remainingWait } from '../../platform/remaining-wait.ts';
import type { SystemContext } from '../../services/context.ts';
import { nextAttemptAt } from '../../storage/store/events/event-deliveries.ts';
import { claimMs } from './attempt-delivery.ts';

/** How long to wait for the next round at least, and at most. */
export const roundsMs = { min: 1 * second, max: 1 * minute };
/** The longest that a delivery waits for its next attempt. */
export const longestWaitMs = Math.max(...eventLimits.retriesMs);

/** How long to wait until something can be attempted, unless there is a commit before. */
export const waitForRound = async ({ db, clock }: Pick<SystemContext, 'db' | 'clock'>): Promise<number> => {
  const now = clock.now();
  const next = await nextAttemptAt(db.read, latestEnd(now, claimMs));
  const wait = next === undefined ? roundsMs.max : remainingWait(next, now, longestWaitMs);
  return Math.min(Math.max(wait, roundsMs.min), roundsMs.max);
};
