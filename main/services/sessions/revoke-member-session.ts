import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { endSession, findSession } from '../../store/sessions.ts';
import { expireAndFlushSessions } from '../common/expire-sessions.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from './find-governed-member.ts';

/** Ends a member's session, for callers who govern them. */
export const revokeMemberSession: Handler<typeof contract.sessions.revokeMemberSession> = async (
  context,
  { user_id, session_id },
  { caller, client },
) => {
  const { db, clock } = context;
  const member = await findGovernedMember(db.read, caller, user_id);
  await expireAndFlushSessions(context);
  await db.transaction(async (tx) => {
    const session = await findSession(tx, session_id);
    const isTheirs = session?.user_id === member.id;
    if (!isTheirs || !(await endSession(tx, session_id, 'revoked', clock.now()))) throw new AppError('NOT_FOUND');
    await recordEvent(context, tx, {
      action: 'revokeMemberSession',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { device: session.device },
    });
  });
  return { success: true, message: 'Session ended.' };
};
