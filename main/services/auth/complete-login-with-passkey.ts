import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { Handler, Transact } from '../handler.ts';
import { consumeToken, readToken } from '../identity/one-time-tokens.ts';
import { checkPasskey, ofSignIn, recordUse } from '../identity/passkeys.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { startSession } from '../identity/start-session.ts';

/** The second step of sign-in, with a passkey. A wrong answer keeps the token usable, as a wrong code does. */
export const completeLoginWithPasskey: Handler<typeof contract.auth.completeLoginWithPasskey> = async (
  context,
  { second_factor_token, ...proof },
  { client, transaction },
) => {
  const { db } = context;
  const token = await readToken(context, db.read, 'second_factor', second_factor_token);
  const account = await findUser(db.read, token.user_id ?? '');
  if (account?.status !== 'active') throw new AppError('LINK_INVALID');
  const inTenant: Transact = (work) => transaction({ tenant: account.tenant_id }, work);
  const use = { purpose: 'second_factor', bound: ofSignIn(second_factor_token) } as const;
  const answered = await checkPasskey(context, proof, use, { client, transaction: inTenant, userId: account.id });
  return inTenant(async (tx) => {
    await recordUse(tx, answered);
    await consumeToken(context, tx, 'second_factor', second_factor_token);
    const user = await findUser(tx, account.id);
    if (user?.status !== 'active') throw new AppError('LINK_INVALID');
    const tokens = await startSession(context, tx, user, client, 'password_passkey');
    const details = { passkey: answered.passkey.name };
    return recordSignIn(context, tx, { user, client, tokens, action: 'completeLoginWithPasskey', details });
  });
};
