import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { challengePasskey } from '../identity/passkeys.ts';

/** DECISION 0190: the passkey itself says whose it is, so this asks for no address and tells nothing about accounts. */
export const startPasskeyLogin: Handler<typeof contract.auth.startPasskeyLogin> = async (context, { origin }) =>
  challengePasskey(context, { purpose: 'sign_in', bound: '' }, origin);
