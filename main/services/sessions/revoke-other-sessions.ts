import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Ends all of the caller's sessions except the current one. Links shown in them stop working too. */
export const revokeOtherSessions: Handler<typeof contract.sessions.revokeOtherSessions> = async (
  context,
  _input,
  {
    caller: {
      user: { tenantId },
    },
    client,
    transaction,
  },
) => {
  await expireSessionsOf(context, tenantId);
  const ended = await transaction(async (tx, caller) => {
    const { user, sessionId } = caller;
    const account = { id: user.id, tenant_id: user.tenantId };
    const { sessions: count } = await endAuthority(context, tx, account, 'other_sessions_revoked', {
      session: sessionId,
      shownIn: sessionId === undefined ? undefined : { except: sessionId },
    });
    if (count > 0) {
      await recordEvent(context, tx, {
        action: 'revokeOtherSessions',
        actor: user,
        client,
        target: userTarget(user),
        details: { ended: count },
      });
    }
    return count;
  });
  return { success: true, message: 'Other sessions ended.', ended };
};
