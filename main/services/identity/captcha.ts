import type { OperationSpec } from '#shared/contract/operation.ts';
import { captcha } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { issueCaptcha, solvedCaptcha } from '../../security/captcha.ts';
import { findLockout } from '../../storage/store/identity/lockouts.ts';
import { insertAnsweredChallenge } from '../../storage/store/identity/passkeys.ts';
import { findUserByEmail } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { AnonymousCall, Client } from '../handler.ts';
import { knownDeviceOf } from './lockout.ts';

/**
 * Whether to ask for a sign-in: once others have failed with the address, whether it has an account or not. DECISION 0263: what
 * they do is nothing to a known device.
 */
const hasFailed = async (context: AppContext, email: string, client: Client): Promise<boolean> => {
  const { db, secretBox } = context;
  const { failures = 0 } = (await findLockout(db.read, secretBox.hashEmail(email))) ?? {};
  if (failures < captcha.freeFailures) return false;
  return knownDeviceOf(context, client, await findUserByEmail(db.read, email)) === undefined;
};

/** Notes that a challenge was solved. False if it was not, or was before: each counts once. */
const spend = async (
  context: AppContext,
  { id }: OperationSpec,
  { client, write }: AnonymousCall,
): Promise<boolean> => {
  const solved = client.captcha === undefined ? undefined : solvedCaptcha(context, client.captcha, id);
  return solved !== undefined && insertAnsweredChallenge(write, solved.challenge, solved.expiresAt);
};

/**
 * DECISION 0290: where the operator wants it, what bots call asks for a proof of work first.
 * @throws AppError CAPTCHA_REQUIRED with a challenge
 */
export const admitSolved = async (
  context: AppContext,
  operation: OperationSpec,
  input: { readonly email?: string },
  call: AnonymousCall,
): Promise<void> => {
  if (!context.config.captcha || !operation.captcha) return;
  if (operation.captcha === 'after_failures' && !(await hasFailed(context, input.email ?? '', call.client))) return;
  if (await spend(context, operation, call)) return;
  throw new AppError('CAPTCHA_REQUIRED', { captcha: issueCaptcha(context, operation.id) });
};
