import { findSession } from '../../storage/store/identity/sessions.ts';
import type { AppContext } from '../context.ts';
import type { SignedCall } from '../handler.ts';
import { accountActor, recordEvent, userTarget } from '../recording/record-event.ts';
import { endAuthority } from './end-authority.ts';
import { leaveBrowser } from './former-browser.ts';

/** Ends a session because its person signs out, with its row in the audit log. Does nothing if it has ended. */
export const signOut = async (
  context: AppContext,
  { client, transaction }: Pick<SignedCall, 'client' | 'transaction'>,
): Promise<void> => {
  await transaction(async (tx, session) => {
    if (client.browser) await leaveBrowser(tx, client.browser);
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
};
