import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findSession } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * Seed 000 §4 #18. Unknown sessions, other users' sessions and ended ones look alike; ending the current one equals
 * logout. Links shown in another session stop working with it.
 */
export const revokeSession: Handler<typeof contract.sessions.revokeSession> = async (
  context,
  { session_id },
  { caller, client, transaction },
) => {
  await expireSessionsOf(context, caller.user.tenantId);
  const transition = session_id === caller.sessionId ? 'signed_out' : 'session_revoked';
  await transaction(async (tx, caller) => {
    const session = await findSession(tx, session_id);
    if (session?.user_id !== caller.user.id) throw new AppError('NOT_FOUND');
    const account = { id: caller.user.id, tenant_id: caller.user.tenantId };
    const about = { session: session_id, shownIn: { only: [session_id] } };
    const { sessions } = await endAuthority(context, tx, account, transition, about);
    if (sessions === 0) throw new AppError('NOT_FOUND');
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
