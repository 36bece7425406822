import { toIso } from '../platform/clock.ts';
import { clockDifferenceMs } from '../platform/remaining-wait.ts';
import type { AppContext } from '../services/context.ts';
import { countAhead, latestInstant } from '../storage/store/database-facts.ts';

/**
 * Warns if anything in the database begins after now. Either the clock is behind: until it is right, sessions and links last
 * longer than they should. Or it was ahead: what was begun then doesn't work, or lasts too long.
 */
export const checkClock = async ({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Promise<void> => {
  const now = clock.now();
  const after = now + clockDifferenceMs;
  const [latest, counts] = [await latestInstant(db.read), await countAhead(db.read, after)];
  const isAhead = Object.values(counts).some((count) => count > 0);
  if (latest <= after && !isAhead) return;
  log.warn(
    { clock: toIso(now), latest_sign_in: toIso(latest), ...counts },
    'the clock is behind the database: set it right; if it was ahead before, send the links and invitations again, and replace the API keys',
  );
};
