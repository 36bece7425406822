import type { AppContext } from '../../context.ts';
import { expireSessions } from '../../store/identity/sessions.ts';
import { systemWrite } from '../system-transaction.ts';

/** Sessions per statement, so that other writes get their turn. */
const pieceSize = 500;

/** Flushes buffered activity and ends expired sessions, so that they are not counted or ended as open ones. */
export const expireAndFlushSessions = async (context: AppContext): Promise<void> => {
  await context.callers.flush();
  const db = systemWrite(context);
  while ((await expireSessions(db, context.clock.now(), pieceSize)) >= pieceSize);
};
