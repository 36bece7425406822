import type { contract } from '#shared/contract/index.ts';
import { endSession, findSession } from '../../store/sessions.ts';
import { findUser } from '../../store/users.ts';
import { accountActor, recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #3: ends the session on the server and invalidates both its tokens. Idempotent. */
export const logout: Handler<typeof contract.auth.logout> = async (context, _input, { token, client }) => {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, token.sessionId, 'logout', clock.now()))) return;
    const session = await findSession(tx, token.sessionId);
    const user = session && (await findUser(tx, session.user_id));
    if (!user) return;
    await recordEvent(context, tx, {
      action: 'logout',
      actor: accountActor(user),
      client,
      target: userTarget(user),
      details: { device: session.device },
    });
  });
  return { success: true, message: 'Signed out.' };
};
