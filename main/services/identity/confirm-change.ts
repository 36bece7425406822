import type { z } from 'zod';
import type { passkeyProof } from '#shared/contract/passkeys.ts';
import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { hasSecondFactor } from '../../store/identity/second-factors.ts';
import { findUser } from '../../store/identity/users.ts';
import type { BearerCall } from '../handler.ts';
import { checkPasskey, ofSession, recordUse } from './passkeys.ts';
import { withCode } from './second-factor.ts';

interface Confirmation {
  password: string;
  code?: string | undefined;
  passkey?: z.output<typeof passkeyProof> | undefined;
}

/**
 * Runs a change to how the caller signs in. Neither a hijacked session nor the password alone is enough for it: if
 * two-factor authentication is on, it takes a code or a passkey, too (DECISION 0191).
 * @throws AppError CURRENT_PASSWORD_INVALID, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, PASSKEY_INVALID,
 * ACCOUNT_LOCKED
 */
export const withConfirmation = async <Result>(
  context: AppContext,
  call: BearerCall,
  { password, code, passkey }: Confirmation,
  act: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> => {
  const { caller, client } = call;
  await call.confirmPassword(password);
  const account = await findUser(context.db.read, caller.user.id);
  if (!account) throw new AppError('SESSION_ENDED', { reason: 'deleted' });
  if (passkey) {
    const use = { purpose: 'confirmation', bound: ofSession(caller.sessionId) } as const;
    const { transaction } = call;
    const answered = await checkPasskey(context, passkey, use, { client, transaction, userId: account.id });
    return call.transaction(async (tx) => {
      await recordUse(tx, answered);
      return act(tx);
    });
  }
  if (code !== undefined && (await hasSecondFactor(context.db.read, account.id))) {
    return withCode(context, account, code, call, act);
  }
  return call.transaction(async (tx) => {
    if (await hasSecondFactor(tx, account.id)) throw new AppError('SECOND_FACTOR_REQUIRED');
    return act(tx);
  });
};
