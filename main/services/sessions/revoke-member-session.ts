import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { endSession, findSession } from '../../store/sessions.ts';
import { settleSessions } from '../common/settle-sessions.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from './find-governed-member.ts';

/** Ends a member's session, for those who govern them. */
export const revokeMemberSession: Handler<typeof contract.sessions.revokeMemberSession> = async (
  context,
  { user_id, session_id },
  { caller },
) => {
  const { db, clock } = context;
  const member = await findGovernedMember(db.read, caller, user_id);
  await settleSessions(context);
  const session = await findSession(db.read, session_id);
  const isTheirs = session?.user_id === member.id;
  if (!isTheirs || !(await endSession(db.write, session_id, 'revoked', clock.now()))) throw new AppError('NOT_FOUND');
  return { success: true, message: 'The session is ended.' };
};
