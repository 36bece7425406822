import { minute } from '#shared/limits.ts';
import type { AppContext } from '../context.ts';
import { toIso } from '../platform/clock.ts';
import { latestInstant } from '../store/database-facts.ts';

/** Instances on one database may disagree by this much. */
const toleranceMs = minute;

/** Warns if the clock is behind the newest sign-in: until it is right, sessions and links last longer than they should. */
export const checkClock = async ({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Promise<void> => {
  const [now, latest] = [clock.now(), await latestInstant(db.read)];
  if (latest <= now + toleranceMs) return;
  log.warn({ clock: toIso(now), latest_sign_in: toIso(latest) }, 'the clock is behind the database: set it right');
};
