import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findSession } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Ends a member's session, for callers who govern them. Links shown to the member stop working too. */
export const revokeMemberSession: Handler<typeof contract.sessions.revokeMemberSession> = async (
  context,
  { user_id, session_id },
  {
    caller: {
      user: { tenantId },
    },
    client,
    transaction,
  },
) => {
  await expireSessionsOf(context, tenantId);
  await transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    const session = await findSession(tx, session_id);
    if (session?.user_id !== member.id) throw new AppError('NOT_FOUND');
    const { sessions } = await endAuthority(context, tx, member, 'session_revoked', { session: session_id });
    if (sessions === 0) throw new AppError('NOT_FOUND');
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
