import type { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { ConfirmationMethod } from '#shared/rules/sign-in-methods.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { toIso } from '../../platform/clock.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { Handler } from '../handler.ts';
import { withSecondFactor } from '../identity/confirm-change.ts';
import { recordConfirmation } from '../identity/confirmation.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

const assertMayUsePassword = ({ confirmsWith }: PersonCaller): void => {
  if (confirmsWith === 'second_factor') throw new AppError('STATE_CONFLICT', { reason: 'second_factor_needed' });
};

/**
 * DECISION 0258: confirms who is calling, with a code or a passkey if the account has two-factor authentication, else with
 * the password. For ten minutes, sensitive changes in this session don't ask again.
 */
export const confirmSession: Handler<typeof contract.auth.confirmSession> = async (
  context,
  { password, ...proof },
  call,
) => {
  const given = [password, ...Object.values(proof)].filter((value) => value !== undefined);
  if (given.length !== 1) {
    const params = { values: 'password, code, passkey' };
    throw new AppError('VALIDATION_FAILED', { errors: [fieldError('', { reason: 'one_of', params })] });
  }
  const now = context.clock.now();
  const record = (tx: WriteTransaction, { user }: PersonCaller, used: ConfirmationMethod): Promise<void> =>
    recordEvent(context, tx, {
      action: 'confirmSession',
      actor: user,
      client: call.client,
      target: userTarget(user),
      details: { confirmed_with: used },
    });
  if (password === undefined) {
    await withSecondFactor(context, call, proof, record);
  } else {
    assertMayUsePassword(call.caller);
    await call.confirmPassword(password);
    await call.transaction(async (tx, caller) => {
      assertMayUsePassword(caller);
      await recordConfirmation(tx, caller, 'password', now);
      await record(tx, caller, 'password');
    });
  }
  return { success: true, confirmed_until: toIso(now + lifetimesMs.confirmation) };
};
