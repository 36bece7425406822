import { eventLimits, hour } from '#shared/rules/limits.ts';
import { remainingWait } from '../../platform/remaining-wait.ts';
import type { EventDestinationRow } from '../../storage/store/events/event-destinations.ts';
import type { AppContext } from '../context.ts';

/** A later end comes from a clock that was ahead. */
const longestOverlapMs = eventLimits.maxOverlapHours * hour;

/** The secrets that sign what a destination is sent now: the newest first, and the one before it while that still counts. */
export const signingSecrets = (
  { secretBox, clock }: Pick<AppContext, 'secretBox' | 'clock'>,
  row: EventDestinationRow,
): string[] => {
  if (row.sealed_secret === null) return [];
  const secrets = [secretBox.open('event_destinations.sealed_secret', row)];
  const { sealed_old_secret, old_secret_until } = row;
  if (
    sealed_old_secret !== null &&
    old_secret_until !== null &&
    remainingWait(old_secret_until, clock.now(), longestOverlapMs) > 0
  ) {
    secrets.push(secretBox.open('event_destinations.sealed_old_secret', row));
  }
  return secrets;
};
