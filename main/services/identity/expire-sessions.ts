import { expireSessions } from '../../storage/store/identity/lapsed-sessions.ts';
import type { AppContext } from '../context.ts';
import { systemWrite } from '../system-transaction.ts';

/** Sessions per statement, so that other writes get their turn. */
const pieceSize = 500;

/**
 * Ends an organization's expired sessions, so that they are not counted or ended as open ones. While the clock isn't steady,
 * they stay open.
 */
export const expireSessionsOf = async (context: AppContext, tenantId: string): Promise<void> => {
  // Before it waits for the writer: what is used meanwhile isn't stored yet.
  const due = context.clockWatch.dueTime();
  await context.callers.flushReturned(tenantId);
  const db = systemWrite(context, tenantId);
  while ((await expireSessions(db, due, pieceSize, tenantId)) >= pieceSize);
};
