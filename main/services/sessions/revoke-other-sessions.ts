import type { contract } from '#shared/contract/index.ts';
import { voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { expireAndFlushSessions } from '../identity/expire-sessions.ts';

/** Ends all of the caller's sessions except the current one. Links shown in them stop working too. */
export const revokeOtherSessions: Handler<typeof contract.sessions.revokeOtherSessions> = async (
  context,
  _input,
  { client, transaction },
) => {
  const { clock } = context;
  await expireAndFlushSessions(context);
  const ended = await transaction(async (tx, caller) => {
    const { user, sessionId } = caller;
    const now = clock.now();
    const count = await endSessionsOf(tx, user.id, 'revoked', now, sessionId);
    await voidTokensShownTo(tx, user.id, now, sessionId === undefined ? {} : { sessions: { except: sessionId } });
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
