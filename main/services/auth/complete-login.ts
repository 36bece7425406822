import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler, Transact } from '../handler.ts';
import { recordSignIn } from '../identity/record-sign-in.ts';
import { withCode } from '../identity/second-factor.ts';
import { findSecondStep, takeSecondStep } from '../identity/second-step.ts';
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
  const account = await findSecondStep(context, db.read, second_factor_token);
  const inTenant: Transact = (work) => transaction({ tenant: account.tenant_id }, work);
  const acting = { client, transaction: inTenant };
  const signingIn = withCode(context, account, code, acting, async (tx, spent) => {
    const { user, first } = await takeSecondStep(context, tx, second_factor_token, client);
    const tokens = await startSession(
      context,
      tx,
      user,
      client,
      spent === 'authenticator' ? `${first}_code` : `${first}_recovery_code`,
    );
    return recordSignIn(context, tx, { user, client, tokens, action: 'completeLogin', details: { code: spent } });
  });
  return signingIn.catch((error: unknown) => {
    const isWrongCode = error instanceof AppError && error.key === 'SECOND_FACTOR_INVALID';
    if (isWrongCode) context.failedSignIns.record(account, 'code', client.ip);
    throw error;
  });
};
