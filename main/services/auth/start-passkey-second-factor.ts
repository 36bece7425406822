import type { contract } from '#shared/contract/index.ts';
import { listPasskeys } from '../../storage/store/identity/passkeys.ts';
import type { Handler } from '../handler.ts';
import { readToken } from '../identity/one-time-tokens.ts';
import { challengePasskey, ofSignIn } from '../identity/passkeys.ts';

/** A challenge for the passkeys of someone who has entered their password. */
export const startPasskeySecondFactor: Handler<typeof contract.auth.startPasskeySecondFactor> = async (
  context,
  { second_factor_token, origin },
) => {
  const { db } = context;
  const token = await readToken(context, db.read, 'second_factor', second_factor_token);
  const passkeys = await listPasskeys(db.read, token.user_id ?? '');
  return challengePasskey(
    context,
    { purpose: 'second_factor', bound: ofSignIn(second_factor_token) },
    origin,
    passkeys,
  );
};
