import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { signOut } from '../identity/sign-out.ts';

/** Seed 000 §4 #3: ends the session on the server and invalidates both its tokens. Idempotent. */
export const logout: Handler<typeof contract.auth.logout> = async (context, _input, call) => {
  await signOut(context, call);
  return { success: true, message: 'Signed out.' };
};
