import type { z } from 'zod';
import type { passkeyProof } from '#shared/contract/passkeys.ts';
import type { ConfirmationMethod } from '#shared/rules/sign-in-methods.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { AppContext } from '../context.ts';
import type { BearerCall } from '../handler.ts';
import { recordConfirmation } from './confirmation.ts';
import { withConfirmationAttempt } from './confirmation-attempts.ts';
import { checkPasskey, ofSession, recordUse } from './passkeys.ts';
import { spendCode } from './second-factor.ts';

interface SecondFactorProof {
  code?: string | undefined;
  passkey?: z.output<typeof passkeyProof> | undefined;
}

/**
 * Runs work in the transaction that takes a code or the answer of a passkey, and confirms the session with it.
 * @throws AppError SECOND_FACTOR_INVALID, PASSKEY_INVALID, ACCOUNT_LOCKED
 */
export const withSecondFactor = async <Result>(
  context: AppContext,
  { caller, client, confirming }: BearerCall,
  { code = '', passkey }: SecondFactorProof,
  act: (tx: WriteTransaction, caller: PersonCaller, used: ConfirmationMethod) => Promise<Result>,
): Promise<Result> => {
  const userId = caller.user.id;
  const confirmed = async (tx: WriteTransaction, current: PersonCaller, used: ConfirmationMethod): Promise<Result> => {
    await recordConfirmation(tx, current, 'second_factor', context.clock.now());
    return act(tx, current, used);
  };
  if (passkey) {
    const use = { purpose: 'confirmation', bound: ofSession(caller.sessionId) } as const;
    const answered = await checkPasskey(context, passkey, use, { client, transaction: confirming, userId });
    return confirming(async (tx, current) => {
      await recordUse(tx, answered);
      return confirmed(tx, current, 'passkey');
    });
  }
  return withConfirmationAttempt(context, caller, 'second factor', () =>
    confirming(async (tx, current) => {
      const spent = await spendCode(context, tx, userId, code);
      return spent && { result: await confirmed(tx, current, spent) };
    }),
  );
};

/**
 * Runs a change to how the caller signs in. Neither a hijacked session nor the password alone is enough for it: if
 * two-factor authentication is on, it takes a code or a passkey, too, now or shortly before (DECISION 0191).
 * @throws AppError CURRENT_PASSWORD_INVALID, REAUTHENTICATION_REQUIRED, SECOND_FACTOR_INVALID, PASSKEY_INVALID,
 * ACCOUNT_LOCKED
 */
export const withConfirmation = async <Result>(
  context: AppContext,
  call: BearerCall,
  { password, code, passkey }: SecondFactorProof & { password: string },
  act: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> => {
  await call.confirmPassword(password);
  // A code without two-factor authentication has nothing to be checked against.
  const isProved = passkey !== undefined || (code !== undefined && call.caller.confirmsWith === 'second_factor');
  return isProved ? withSecondFactor(context, call, { code, passkey }, act) : call.transaction(act);
};
