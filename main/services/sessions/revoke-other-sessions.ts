import type { contract } from '#shared/contract/index.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { expireAndFlushSessions } from '../identity/expire-sessions.ts';

/** Ends all of the caller's sessions except the current one. */
export const revokeOtherSessions: Handler<typeof contract.sessions.revokeOtherSessions> = async (
  context,
  _input,
  { client, transaction },
) => {
  const { clock } = context;
  await expireAndFlushSessions(context);
  const ended = await transaction(async (tx, caller) => {
    const count = await endSessionsOf(tx, caller.user.id, 'revoked', clock.now(), caller.sessionId);
    if (count > 0) {
      await recordEvent(context, tx, {
        action: 'revokeOtherSessions',
        actor: caller.user,
        client,
        target: userTarget(caller.user),
        details: { ended: count },
      });
    }
    return count;
  });
  return { success: true, message: 'Other sessions ended.', ended };
};
