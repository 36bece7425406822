import { Secret, TOTP } from 'otpauth';
import { systemClock } from '#main/platform/clock.ts';
import { hashRecoveryCode } from '#main/security/totp.ts';
import type { AppContext } from '#main/services/context.ts';
import { trustHashOf } from '#main/services/identity/trusted-devices.ts';
import { confirmEnrolment, replaceRecoveryCodes, startEnrolment } from '#main/storage/store/identity/second-factors.ts';
import { trustDevice } from '#main/storage/store/identity/trusted-devices.ts';
import { contract } from '#shared/contract/index.ts';
import { second, totp } from '#shared/rules/limits.ts';
import type { Person, TestService } from './test-service.ts';

/** Two-factor authentication from its owner's side. */
export interface Authenticator {
  secret: string;
  recoveryCodes: string[];
}

/** The code that an authenticator app shows at a given time. */
export const codeAt = (secret: string, instant: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: instant });

export const stepLength = totp.periodSeconds * second;

/** Advances the clock by one step and returns the next unused code. */
export const nextCode = (app: Pick<TestService, 'clock'>, secret: string): string => {
  app.clock.advance(stepLength);
  return codeAt(secret, app.clock.now());
};

/** A code that is wrong for the current, previous and next step. */
export const wrongCode = (app: Pick<TestService, 'clock'>, secret: string): string => {
  const near = [-1, 0, 1].map((steps) => codeAt(secret, app.clock.now() + steps * stepLength));
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code));
  if (wrong === undefined) throw new Error('Every code is correct');
  return wrong;
};

/** Turns on two-factor authentication through the API, like a user would. Uses up the code of the current step. */
export const enrol = async (app: TestService, { password, token }: Person): Promise<Authenticator> => {
  const { secret } = await app.call(contract.security.startSecondFactor, { password }, { token });
  const code = codeAt(secret, app.clock.now());
  const { recovery_codes } = await app.call(contract.security.confirmSecondFactor, { code }, { token });
  return { secret, recoveryCodes: recovery_codes };
};

/** A secret for seed data, where no one enrolls through the API. */
export const seededSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Writes a second factor with one recovery code directly to the database. */
export const seedSecondFactor = async (
  { secretBox, clock }: AppContext,
  db: Parameters<typeof startEnrolment>[0],
  userId: string,
  state: 'pending' | 'active' = 'active',
): Promise<void> => {
  const place = { user_id: userId };
  const enrolment = {
    ...place,
    sealed_secret: secretBox.seal('second_factors.sealed_secret', place, seededSecret),
  };
  await startEnrolment(db, { ...enrolment, created_at: clock.now() });
  if (state === 'pending') return;
  await confirmEnrolment(db, enrolment, 0, clock.now());
  await replaceRecoveryCodes(db, userId, [hashRecoveryCode('aaaa-bbbb-cccc-dddd')], clock.now());
};

/** A code from the real clock, some steps ahead: the service accepts one early, and none twice. */
export const codeNow = (secret: string, stepsAhead = 0): string =>
  codeAt(secret, systemClock.now() + stepsAhead * stepLength);

/** Writes a device that a user trusts directly to the database. Returns its ID. */
export const seedTrustedDevice = async (
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  db: Parameters<typeof trustDevice>[0],
  userId: string,
): Promise<string> => {
  const { id } = await trustDevice(db, {
    id: ids.id('tdev'),
    user_id: userId,
    device_hash: trustHashOf(ids.secret()),
    device: 'Firefox on Linux',
    ip_address: '127.0.0.1',
    created_at: clock.now(),
  });
  return id;
};
