import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Signs a member out everywhere, but keeps the caller's own session. Links shown to the member stop working too. */
export const revokeMemberSessions: Handler<typeof contract.sessions.revokeMemberSessions> = async (
  context,
  { user_id },
  {
    caller: {
      user: { tenantId },
    },
    client,
    transaction,
  },
) => {
  await expireSessionsOf(context, tenantId);
  return transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    const isOwn = member.id === caller.user.id;
    const { sessions: ended } = isOwn
      ? await endAuthority(context, tx, member, 'other_sessions_revoked', { session: caller.sessionId })
      : await endAuthority(context, tx, member, 'signed_out_everywhere');
    await recordEvent(context, tx, {
      action: 'revokeMemberSessions',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { sessions: ended },
    });
    return { ended };
  });
};
