import { AppError } from '#shared/errors.ts';
import { accountLockout, second } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Queries } from '../../database/schema.ts';
import {
  addSignInFailure,
  claimSignInTurn,
  clearSignInFailures,
  findSignInFailures,
  setSignInRetry,
} from '../../store/identity/sign-in-failures.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { recordEvent, unknownActor, userTarget } from '../audit-log/record-event.ts';
import type { Client } from '../handler.ts';
import { systemTransaction, systemWrite } from '../system-transaction.ts';

/** Milliseconds to wait after this many failures in a row: 1, 2, 4 … s from the sixth on. */
export const waitAfter = (failures: number): number => {
  const over = failures - accountLockout.freeFailures;
  return over <= 0 ? 0 : Math.min(accountLockout.firstWaitMs * 2 ** (over - 1), accountLockout.maxWaitMs);
};

/**
 * Treats known and unknown addresses alike. Once waits apply, each one ends with a single attempt: concurrent ones keep
 * waiting.
 * @throws AppError ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const assertNotLocked = async (context: AppContext, email: string): Promise<void> => {
  const { config, db, clock, secretBox } = context;
  if (!config.rateLimits) return;
  const emailHash = secretBox.hashEmail(email);
  const record = await findSignInFailures(db.read, emailHash);
  const nextWait = waitAfter(record?.failures ?? 0);
  if (!record || nextWait === 0) return;
  const now = clock.now();
  const isTurn =
    record.retry_at <= now && (await claimSignInTurn(systemWrite(context), emailHash, record.retry_at, now + nextWait));
  const wait = isTurn ? 0 : Math.max(record.retry_at - now, second);
  if (wait > 0) throw new AppError('ACCOUNT_LOCKED', { retry_after: Math.ceil(wait / second) });
};

/**
 * Counts a failed sign-in in the database, so that a restart does not reset it. Audits the wait if the account exists.
 */
export const recordFailure = async (
  context: AppContext,
  email: string,
  user: UserRow | undefined,
  client: Client,
): Promise<void> => {
  const { config, clock, secretBox } = context;
  if (!config.rateLimits) return;
  const emailHash = secretBox.hashEmail(email);
  await systemTransaction(context, { tenant: user?.tenant_id }, async (tx) => {
    const failures = await addSignInFailure(tx, emailHash, clock.now());
    const wait = waitAfter(failures);
    if (wait === 0) return;
    await setSignInRetry(tx, emailHash, clock.now() + wait);
    if (!user) return;
    await recordEvent(context, tx, {
      action: 'lockAccount',
      actor: unknownActor(user.tenant_id),
      client,
      target: userTarget(user),
      details: { failures, wait_seconds: wait / second },
    });
  });
};

/** Resets the count after a success. */
export const clearFailures = async ({ secretBox }: AppContext, tx: Queries, email: string): Promise<void> => {
  await clearSignInFailures(tx, secretBox.hashEmail(email));
};
