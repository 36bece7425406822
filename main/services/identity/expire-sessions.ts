import type { AppContext } from '../../context.ts';
import { expireSessions } from '../../store/identity/sessions.ts';
import { systemWrite } from '../system-transaction.ts';

/** Flushes buffered activity and ends expired sessions, so that they are not counted or ended as open ones. */
export const expireAndFlushSessions = async (context: AppContext): Promise<void> => {
  await context.callers.flush();
  await expireSessions(systemWrite(context), context.clock.now());
};
