import type { contract } from '#shared/contract/index.ts';
import { endSession } from '../../store/sessions.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #3: ends the session on the server, and both its tokens with it. Idempotent. */
export const logout: Handler<typeof contract.auth.logout> = async ({ db, clock }, _input, { token }) => {
  await endSession(db.write, token.sessionId, 'logout', clock.now());
  return { success: true, message: 'You are signed out.' };
};
