import type { contract } from '#shared/contract/index.ts';
import { endSessionsOf } from '../../store/sessions.ts';
import type { Handler } from '../handler.ts';

/** Ends every session of the caller but the present one. */
export const revokeOtherSessions: Handler<typeof contract.sessions.revokeOtherSessions> = async (
  { db, clock },
  _input,
  { caller },
) => {
  const ended = await endSessionsOf(db.write, caller.user.id, 'revoked', clock.now(), caller.sessionId);
  return { success: true, message: 'Your other sessions are ended.', ended };
};
