import type { contract } from '#shared/contract/index.ts';
import { readCode } from '#shared/text-input/typed-code.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashRecoveryCode, isTotpCode, newRecoveryCodes, stepOf } from '../../security/totp.ts';
import {
  confirmEnrolment,
  findSecondFactor,
  replaceRecoveryCodes,
} from '../../storage/store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';
import { recordConfirmation } from '../identity/confirmation.ts';
import { notified, sendUndoableNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';
import { assertMayEnrol } from './assert-may-enrol.ts';

/** From now on, sign-in requires a code. Consumes the first code, and returns the recovery codes this once. */
export const confirmSecondFactor: Handler<typeof contract.security.confirmSecondFactor> = async (
  context,
  { code },
  { client, transaction },
) => {
  const { clock, ids, secretBox } = context;
  return transaction(async (tx, caller) => {
    const { user } = caller;
    await assertMayEnrol(context, caller);
    const enrolment = await findSecondFactor(tx, user.id);
    if (!enrolment || enrolment.confirmed_at !== null) {
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_not_started' });
    }
    const typed = readCode(code);
    const secret = secretBox.open('second_factors.sealed_secret', enrolment);
    const step = isTotpCode(typed) ? stepOf(secret, typed, clock.now()) : undefined;
    if (step === undefined) throw new AppError('SECOND_FACTOR_INVALID');
    const now = clock.now();
    if (!(await confirmEnrolment(tx, enrolment, step, now)))
      throw new AppError('STATE_CONFLICT', { reason: 'second_factor_not_started' });
    await recordConfirmation(tx, caller, 'second_factor', now);
    const codes = newRecoveryCodes(ids);
    await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode), now);
    const undoes = { at: now, sessionId: caller.sessionId };
    await sendUndoableNotice(context, tx, notified(user), 'second_factor_on', { by: user, client }, {}, undoes);
    await recordEvent(context, tx, { action: 'confirmSecondFactor', actor: user, client, target: userTarget(user) });
    return { recovery_codes: codes };
  });
};
