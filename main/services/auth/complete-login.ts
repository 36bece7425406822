import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { Handler, Transact } from '../handler.ts';
import { consumeToken, readToken } from '../identity/one-time-tokens.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { withCode } from '../identity/second-factor.ts';
import { startSession } from '../identity/start-session.ts';

/**
 * The second step of sign-in. A wrong code keeps the token usable, so that a typo does not require the password again.
 */
export const completeLogin: Handler<typeof contract.auth.completeLogin> = async (
  context,
  { second_factor_token, code },
  { client, transaction },
) => {
  const { db } = context;
  const token = await readToken(context, db.read, 'second_factor', second_factor_token);
  const account = await findUser(db.read, token.user_id ?? '');
  if (account?.status !== 'active') throw new AppError('LINK_INVALID');
  const inTenant: Transact = (work) => transaction({ tenant: account.tenant_id }, work);
  const acting = { client, transaction: inTenant };
  const signingIn = withCode(context, account, code, acting, async (tx, spent) => {
    await consumeToken(context, tx, 'second_factor', second_factor_token);
    const user = await findUser(tx, account.id);
    if (user?.status !== 'active') throw new AppError('LINK_INVALID');
    const tokens = await startSession(
      context,
      tx,
      user,
      client,
      spent === 'authenticator' ? 'password_code' : 'password_recovery_code',
    );
    return recordSignIn(context, tx, { user, client, tokens, action: 'completeLogin', details: { code: spent } });
  });
  return signingIn.catch((error: unknown) => {
    const isWrongCode = error instanceof AppError && error.key === 'SECOND_FACTOR_INVALID';
    if (isWrongCode) context.failedSignIns.record(account, 'code', client.ip);
    throw error;
  });
};
