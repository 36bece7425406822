import type { AppContext } from '../../context.ts';
import { endLapsedSessions } from '../../store/sessions.ts';

/** Ends what has lapsed unseen, so that it is neither ended nor counted once more as if it had been open. */
export const settleSessions = async ({ db, clock, callers }: AppContext): Promise<void> => {
  await callers.flush();
  await endLapsedSessions(db.write, clock.now());
};
