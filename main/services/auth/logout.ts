import type { contract } from '#shared/contract/index.ts';
import { findSession } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';

/** Seed 000 §4 #3: ends the session on the server and invalidates both its tokens. Idempotent. */
export const logout: Handler<typeof contract.auth.logout> = async (context, _input, { client, transaction }) => {
  await transaction(async (tx, session) => {
    if (!session) return;
    const { sessions } = await endAuthority(context, tx, session, 'signed_out', { session: session.session_id });
    if (sessions === 0) return;
    const ended = await findSession(tx, session.session_id);
    await recordEvent(context, tx, {
      action: 'logout',
      actor: accountActor(session),
      client,
      target: userTarget(session),
      details: { device: ended?.device ?? null },
    });
  });
  // Whoever uses the browser next must not be taken for the one who has left.
  client.browser?.forget();
  return { success: true, message: 'Signed out.' };
};
