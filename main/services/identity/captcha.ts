import type { OperationSpec } from '#shared/contract/operation.ts';
import { captcha } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { issueCaptcha, solvedCaptcha } from '../../security/captcha.ts';
import { findLockout } from '../../storage/store/identity/lockouts.ts';
import { insertAnsweredChallenge } from '../../storage/store/identity/passkeys.ts';
import type { AppContext } from '../context.ts';
import type { AnonymousCall } from '../handler.ts';

/** Whether sign-ins with an address have failed before, from devices that aren't known. Addresses without an account count too. */
const hasFailed = async ({ db, secretBox }: AppContext, email: string): Promise<boolean> => {
  const { failures = 0 } = (await findLockout(db.read, secretBox.hashEmail(email))) ?? {};
  return failures >= captcha.freeFailures;
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
  if (operation.captcha === 'after_failures' && !(await hasFailed(context, input.email ?? ''))) return;
  if (await spend(context, operation, call)) return;
  throw new AppError('CAPTCHA_REQUIRED', { captcha: issueCaptcha(context, operation.id) });
};
