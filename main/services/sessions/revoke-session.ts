import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { endSession, findSession } from '../../store/sessions.ts';
import { settleSessions } from '../common/settle-sessions.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #18. Unknown, foreign and ended sessions look alike; ending the present one equals logout. */
export const revokeSession: Handler<typeof contract.sessions.revokeSession> = async (
  context,
  { session_id },
  { caller },
) => {
  const { db, clock } = context;
  await settleSessions(context);
  const session = await findSession(db.read, session_id);
  const isOwn = session?.user_id === caller.user.id;
  const reason = session_id === caller.sessionId ? 'logout' : 'revoked';
  if (!isOwn || !(await endSession(db.write, session_id, reason, clock.now()))) throw new AppError('NOT_FOUND');
  return { success: true, message: 'The session is ended.' };
};
