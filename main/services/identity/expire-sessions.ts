import { expireSessions } from '../../storage/store/identity/lapsed-sessions.ts';
import type { AppContext } from '../context.ts';
import { systemWrite } from '../system-transaction.ts';

/** Sessions per statement, so that other writes get their turn. */
const pieceSize = 500;

/**
 * Flushes buffered activity and ends expired sessions, so that they are not counted or ended as open ones. While the clock
 * isn't steady, they stay open.
 */
export const expireAndFlushSessions = async (context: AppContext): Promise<void> => {
  await context.callers.flush();
  const db = systemWrite(context);
  while ((await expireSessions(db, context.clockWatch.dueTime(), pieceSize)) >= pieceSize);
};
