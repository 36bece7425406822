import type { AppContext } from '../../context.ts';
import { expireSessions } from '../../store/sessions.ts';

/** Flushes buffered activity and ends expired sessions, so that they are not counted or ended as open ones. */
export const expireAndFlushSessions = async ({ db, clock, callers }: AppContext): Promise<void> => {
  await callers.flush();
  await expireSessions(db.write, clock.now());
};
