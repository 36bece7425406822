import { lifetimesMs } from '#shared/rules/limits.ts';
import type { FirstStep, SecondFactorMethod } from '#shared/rules/sign-in-methods.ts';
import { readCode } from '#shared/text-input/typed-code.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hashRecoveryCode, isTotpCode, stepOf } from '../../security/totp.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import { countPasskeys } from '../../storage/store/identity/passkeys.ts';
import {
  findSecondFactor,
  hasAuthenticator,
  spendRecoveryCode,
  spendStep,
} from '../../storage/store/identity/second-factors.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client, Transact } from '../handler.ts';
import { knownDeviceOf, recordFailure, withAttempt } from './lockout.ts';
import { issueToken } from './one-time-tokens.ts';
import { startSession, type Tokens } from './start-session.ts';
import { isTrusted } from './trusted-devices.ts';

const methodsOf = async (db: Queries, userId: string): Promise<SecondFactorMethod[]> => [
  ...((await hasAuthenticator(db, userId)) ? (['authenticator'] as const) : []),
  ...((await countPasskeys(db, userId)) > 0 ? (['passkey'] as const) : []),
];

/** What makes a sign-in wait for a second step by one of these methods. */
const challenge = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  methods: SecondFactorMethod[],
  first: FirstStep = 'password',
): Promise<AppError> => {
  const { secret } = await issueToken(context, tx, {
    purpose: 'second_factor',
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs: lifetimesMs.secondFactorToken,
    firstStep: first === 'email_link' ? first : null,
  });
  const { trusted_device_days: days } = await findTenant(tx, user.tenant_id);
  return new AppError('SECOND_FACTOR_REQUIRED', {
    second_factor_token: secret,
    second_factor_methods: methods,
    ...(days > 0 && { trusted_device_days: days }),
  });
};

/**
 * What makes a sign-in wait for its second step, if two-factor authentication is on. Returned instead of thrown, so that the
 * transaction still commits.
 */
export const challengeSecondFactor = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
): Promise<AppError | undefined> => {
  const methods = await methodsOf(tx, user.id);
  return methods.length === 0 ? undefined : challenge(context, tx, user, methods);
};

/**
 * Starts a session after a password or a mailed link was accepted; if two-factor authentication is on, returns the error
 * that asks for the second step instead.
 */
export const startSessionOrChallenge = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  client: Client,
  method: 'password' | 'link' | 'email_link',
): Promise<Tokens | AppError> => {
  const methods = await methodsOf(tx, user.id);
  if (methods.length === 0) return startSession(context, tx, user, client, method);
  // A link only reached the mailbox, so it asks for the second step on every device.
  if (method === 'password' && (await isTrusted(context, tx, user, client))) {
    return startSession(context, tx, user, client, 'password_trusted_device');
  }
  return challenge(context, tx, user, methods, method === 'email_link' ? method : 'password');
};

/**
 * DECISION 0022: counted separately from wrong passwords, or the correct password would reset the count of wrong codes.
 */
const failureSubject = ({ id }: UserRow): string => `second factor of ${id}`;

/** Which kind of code was used. */
type SpentCode = 'authenticator' | 'recovery_code';

/** Consumes a code, once: both kinds by one conditional write. Undefined if it is wrong or was used before. */
export const spendCode = async (
  { clock, secretBox }: AppContext,
  tx: WriteTransaction,
  userId: string,
  code: string,
): Promise<SpentCode | undefined> => {
  const normalized = readCode(code);
  if (!isTotpCode(normalized)) {
    return (await spendRecoveryCode(tx, userId, hashRecoveryCode(code))) ? 'recovery_code' : undefined;
  }
  const factor = await findSecondFactor(tx, userId);
  if (factor?.confirmed_at == null) return undefined;
  const step = stepOf(secretBox.open('second_factors.sealed_secret', factor), normalized, clock.now());
  return step !== undefined && (await spendStep(tx, factor, step)) ? 'authenticator' : undefined;
};

/**
 * Runs a sign-in that requires a second-factor code, in the transaction that consumes the code.
 * @throws AppError SECOND_FACTOR_INVALID, ACCOUNT_LOCKED
 */
export const withCode = async <Result>(
  context: AppContext,
  user: UserRow,
  code: string,
  { client, transaction }: { client: Client; transaction: Transact },
  act: (tx: WriteTransaction, spent: SpentCode) => Promise<Result>,
): Promise<Result> => {
  const guess = { subject: failureSubject(user), device: knownDeviceOf(context, client, user) };
  return withAttempt(context, guess, { tenant: user.tenant_id }, async (attempt) => {
    const done = await attempt.judge(() =>
      transaction(async (tx) => {
        const spent = await spendCode(context, tx, user.id, code);
        if (!spent) return undefined;
        await attempt.clear(tx);
        return { result: await act(tx, spent) };
      }),
    );
    if (!done) {
      await recordFailure(context, attempt, user, client);
      throw new AppError('SECOND_FACTOR_INVALID');
    }
    return done.result;
  });
};
