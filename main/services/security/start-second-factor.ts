import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { newTotpSecret, otpauthUri } from '../../security/totp.ts';
import { hasAuthenticator, startEnrolment } from '../../storage/store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';
import { withConfirmation } from '../identity/confirm-change.ts';
import { assertMayEnrol } from './assert-may-enrol.ts';

/**
 * Returns a secret for an authenticator. Until a code confirms it, sign-in works as before; starting again replaces it.
 */
export const startSecondFactor: Handler<typeof contract.security.startSecondFactor> = async (
  context,
  confirmation,
  call,
) => {
  const { clock, ids, secretBox } = context;
  const { caller } = call;
  await assertMayEnrol(context, caller);
  if (await hasAuthenticator(context.db.read, caller.user.id)) {
    throw new AppError('STATE_CONFLICT', { reason: 'second_factor_on' });
  }
  const secret = newTotpSecret(ids);
  const place = { user_id: caller.user.id };
  const started = await withConfirmation(context, call, confirmation, (tx) =>
    startEnrolment(tx, {
      ...place,
      sealed_secret: secretBox.seal('second_factors.sealed_secret', place, secret),
      created_at: clock.now(),
    }),
  );
  if (!started) throw new AppError('STATE_CONFLICT', { reason: 'second_factor_on' });
  return { secret, otpauth_uri: otpauthUri(secret, caller.user.email) };
};
