import type { contract } from '#shared/contract/index.ts';
import { endSessionsOf } from '../../store/sessions.ts';
import { settleSessions } from '../common/settle-sessions.ts';
import type { Handler } from '../handler.ts';

/** Ends every session of the caller but the present one. */
export const revokeOtherSessions: Handler<typeof contract.sessions.revokeOtherSessions> = async (
  context,
  _input,
  { caller },
) => {
  const { db, clock } = context;
  await settleSessions(context);
  const ended = await endSessionsOf(db.write, caller.user.id, 'revoked', clock.now(), caller.sessionId);
  return { success: true, message: 'Your other sessions are ended.', ended };
};
