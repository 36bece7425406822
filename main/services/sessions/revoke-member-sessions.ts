import type { contract } from '#shared/contract/index.ts';
import { voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { expireAndFlushSessions } from '../identity/expire-sessions.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';

/** Signs a member out everywhere, but keeps the caller's own session. Links shown to the member stop working too. */
export const revokeMemberSessions: Handler<typeof contract.sessions.revokeMemberSessions> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  const { clock } = context;
  await expireAndFlushSessions(context);
  return transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    const ended = await endSessionsOf(tx, member.id, 'revoked', clock.now(), caller.sessionId);
    await voidTokensShownTo(tx, member.id, clock.now());
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
