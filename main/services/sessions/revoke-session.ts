import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSession, findSession } from '../../store/identity/sessions.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { expireAndFlushSessions } from '../identity/expire-sessions.ts';

/**
 * Seed 000 §4 #18. Unknown sessions, other users' sessions and ended ones look alike; ending the current one equals
 * logout. Links shown in another session stop working with it.
 */
export const revokeSession: Handler<typeof contract.sessions.revokeSession> = async (
  context,
  { session_id },
  { caller, client, transaction },
) => {
  const { clock } = context;
  await expireAndFlushSessions(context);
  const reason = session_id === caller.sessionId ? 'logout' : 'revoked';
  await transaction(async (tx, caller) => {
    const session = await findSession(tx, session_id);
    const isOwn = session?.user_id === caller.user.id;
    if (!isOwn || !(await endSession(tx, session_id, reason, clock.now()))) throw new AppError('NOT_FOUND');
    if (reason === 'revoked') {
      await voidTokensShownTo(tx, caller.user.id, clock.now(), { sessions: { only: session_id } });
    }
    await recordEvent(context, tx, {
      action: 'revokeSession',
      actor: caller.user,
      client,
      target: userTarget(caller.user),
      details: { device: session.device },
    });
  });
  return { success: true, message: 'Session ended.' };
};
