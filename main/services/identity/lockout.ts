import { AppError } from '#shared/errors.ts';
import { accountLockout, second } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { TransactionScope } from '../../database/database.ts';
import type { Queries } from '../../database/schema.ts';
import { remainingWait } from '../../platform/remaining-wait.ts';
import {
  addSignInFailure,
  clearSignInFailures,
  findSignInFailures,
  giveBackSignInFailure,
  lockSignInFailures,
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

/** An attempt that is counted already. */
export interface Attempt {
  /** Failures in a row, if this attempt fails too. */
  failures: number;
  /** Until the next attempt, in that case. */
  waitMs: number;
  /** Runs the check. If it cannot tell right from wrong because it fails itself, gives the attempt back. */
  judge<Result>(check: () => Promise<Result>): Promise<Result>;
}

const remainingMs = (record: { failures: number; retry_at: number } | undefined, now: number): number =>
  record ? remainingWait(record.retry_at, now, waitAfter(record.failures)) : 0;

const assertNotLocked = (record: { failures: number; retry_at: number } | undefined, now: number): void => {
  const wait = remainingMs(record, now);
  if (wait > 0) throw new AppError('ACCOUNT_LOCKED', { retry_after: Math.ceil(wait / second) });
};

const isLocked = (error: unknown): boolean => error instanceof AppError && error.key === 'ACCOUNT_LOCKED';

/** Counts an attempt, and registers it as being judged. @throws AppError ACCOUNT_LOCKED */
const countAttempt = async (context: AppContext, hash: string, scope: TransactionScope) => {
  const { db, clock, judging } = context;
  // Refuse most attempts during a wait without occupying the writer.
  assertNotLocked(await findSignInFailures(db.read, hash), clock.now());
  let end: (() => void) | undefined;
  try {
    const counted = await systemTransaction(context, scope, async (tx) => {
      const now = clock.now();
      assertNotLocked(await lockSignInFailures(tx, hash), now);
      const failures = await addSignInFailure(tx, hash, now);
      const waitMs = waitAfter(failures);
      if (waitMs > 0) await setSignInRetry(tx, hash, now + waitMs);
      // Before the commit, so that a reader who sees the count also sees that it may go back.
      end ??= judging.begin(hash);
      return { failures, waitMs };
    });
    return { ...counted, end: () => end?.() };
  } catch (error) {
    end?.();
    throw error;
  }
};

/** Waits while attempts are being judged that may turn out right: then the lock goes. */
const takeAttempt = async (context: AppContext, hash: string, scope: TransactionScope) => {
  for (;;) {
    const before = context.judging.next(hash);
    try {
      return await countAttempt(context, hash, scope);
    } catch (error) {
      const outcome = context.judging.next(hash) ?? before;
      if (!isLocked(error) || outcome === undefined) throw error;
      await outcome;
    }
  }
};

/**
 * Runs work that judges a guess. Counts it as failed beforehand, so that a burst of guesses cannot exceed the limit; a
 * success resets the count with {@link clearFailures}. Counts are kept in the database, so that a restart does not reset
 * them. Known and unknown addresses are treated alike.
 * @param subject what is guessed: an email address, or a text of its own for other secrets of an account.
 * @param scope whose turn at the writer it takes
 * @throws AppError ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const withAttempt = async <Result>(
  context: AppContext,
  subject: string,
  scope: TransactionScope,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> => {
  const { config, clock, secretBox } = context;
  if (!config.rateLimits) return work({ failures: 0, waitMs: 0, judge: (check) => check() });
  const hash = secretBox.hashEmail(subject);
  const { end, ...counted } = await takeAttempt(context, hash, scope);
  try {
    return await work({
      ...counted,
      async judge(check) {
        try {
          return await check();
        } catch (error) {
          await giveBackSignInFailure(systemWrite(context), hash, clock.now());
          throw error;
        }
      },
    });
  } finally {
    end();
  }
};

/** Audits the wait that a wrong guess caused, if the account exists. */
export const recordFailure = async (
  context: AppContext,
  { failures, waitMs }: Attempt,
  user: Pick<UserRow, 'id' | 'email' | 'tenant_id'> | undefined,
  client: Pick<Client, 'ip'> | undefined,
): Promise<void> => {
  if (waitMs === 0 || !user) return;
  await systemTransaction(context, { tenant: user.tenant_id }, async (tx) => {
    await recordEvent(context, tx, {
      action: 'lockAccount',
      actor: unknownActor(user.tenant_id),
      client,
      target: userTarget(user),
      details: { failures, wait_seconds: waitMs / second },
    });
  });
};

/** Resets the count after a success. */
export const clearFailures = async ({ secretBox }: AppContext, tx: Queries, subject: string): Promise<void> => {
  await clearSignInFailures(tx, secretBox.hashEmail(subject));
};
