import { accountLockout, second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { remainingWait } from '../../platform/remaining-wait.ts';
import type { TransactionScope } from '../../storage/database/database.ts';
import type { Queries } from '../../storage/database/schema.ts';
import {
  clearLockouts,
  countFailure,
  findLockout,
  holdLockout,
  setLockoutRetry,
  uncountFailure,
} from '../../storage/store/identity/lockouts.ts';
import { findUser, type UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { recordEvent, unknownActor, userTarget } from '../recording/record-event.ts';
import { systemTransaction, systemWrite } from '../system-transaction.ts';
import { sendNotice, tenantParams } from './notices.ts';

/** Milliseconds to wait after this many failures in a row: 1, 2, 4 … s from the sixth on. */
export const waitAfter = (failures: number): number => {
  const over = failures - accountLockout.freeFailures;
  return over <= 0 ? 0 : Math.min(accountLockout.firstWaitMs * 2 ** (over - 1), accountLockout.maxWaitMs);
};

/** A guess, and where it is made. */
export interface Guess {
  /** What is guessed: an email address, or a text of its own for other secrets of an account. */
  readonly subject: string;
  /** See {@link knownDeviceOf}. */
  readonly device?: string | undefined;
}

/** An attempt that is counted already. */
export interface Attempt {
  /** Failures in a row, if this attempt fails too. */
  failures: number;
  /** Until the next attempt, in that case. */
  waitMs: number;
  /** Runs the check. If it cannot tell right from wrong because it fails itself, gives the attempt back. */
  judge<Result>(check: () => Promise<Result>): Promise<Result>;
  /** Resets the count after a success. */
  clear(tx: Queries): Promise<void>;
}

/**
 * DECISION 0263: the device of a call, if the account has signed in on it. Undefined for any other device, whatever it sends:
 * it is treated as one that sends nothing.
 */
export const knownDeviceOf = (
  { knownDevices }: AppContext,
  { device }: Pick<Client, 'device'>,
  user: Pick<UserRow, 'id' | 'status' | 'devices_known_from'> | undefined,
): string | undefined => {
  const known = knownDevices.read(device);
  if (!known || !user || known.userId !== user.id || user.status === 'removed') return undefined;
  return known.issuedAt >= (user.devices_known_from ?? 0) ? known.nonce : undefined;
};

const remainingMs = (record: { failures: number; retry_at: number } | undefined, now: number): number =>
  record ? remainingWait(record.retry_at, now, waitAfter(record.failures)) : 0;

const assertNotLocked = (record: { failures: number; retry_at: number } | undefined, now: number): void => {
  const wait = remainingMs(record, now);
  if (wait > 0) throw new AppError('ACCOUNT_LOCKED', { retry_after: Math.ceil(wait / second) });
};

const isLocked = (error: unknown): boolean => error instanceof AppError && error.key === 'ACCOUNT_LOCKED';

/** What counts a guess. */
interface Lane {
  /** The count that its waits are from. */
  readonly counted: string;
  /** A count that no wait is from, but that it may not exceed. */
  readonly capped?: string;
  /** What a success resets, in the order in which the rows are locked. */
  readonly all: readonly string[];
}

/** Counts an attempt, and registers it as being judged. @throws AppError ACCOUNT_LOCKED */
const countAttempt = async (context: AppContext, { counted: hash, capped }: Lane, scope: TransactionScope) => {
  const { db, clock, passwordChecks } = context;
  // Refuse most attempts during a wait without occupying the writer.
  assertNotLocked(await findLockout(db.read, hash), clock.now());
  let end: (() => void) | undefined;
  try {
    const counted = await systemTransaction(context, scope, async (tx) => {
      const now = clock.now();
      assertNotLocked(await holdLockout(tx, hash), now);
      const failures = await countFailure(tx, hash, now);
      // Since the lane was chosen, other devices may have used it up.
      if (capped && (await countFailure(tx, capped, now)) > accountLockout.devicesFailures) {
        throw new AppError('ACCOUNT_LOCKED', { retry_after: accountLockout.firstWaitMs / second });
      }
      const waitMs = waitAfter(failures);
      if (waitMs > 0) await setLockoutRetry(tx, hash, now + waitMs);
      // Before the commit, so that a reader who sees the count also sees that it may go back.
      end ??= passwordChecks.begin(hash);
      return { failures, waitMs };
    });
    return { ...counted, end: () => end?.() };
  } catch (error) {
    end?.();
    throw error;
  }
};

/** Waits while attempts are being judged that may turn out right: then the lock goes. */
const takeAttempt = async (context: AppContext, lane: Lane, scope: TransactionScope) => {
  for (;;) {
    const before = context.passwordChecks.next(lane.counted);
    try {
      return await countAttempt(context, lane, scope);
    } catch (error) {
      const outcome = context.passwordChecks.next(lane.counted) ?? before;
      if (!isLocked(error) || outcome === undefined) throw error;
      await outcome;
    }
  }
};

/** A known device counts its own guesses, until it, or all of them together, have guessed too often. */
const laneOf = async ({ db, secretBox }: AppContext, { subject, device }: Guess): Promise<Lane> => {
  const shared = secretBox.hashEmail(subject);
  if (device === undefined) return { counted: shared, all: [shared] };
  const own = secretBox.hashEmail(`${subject} on device ${device}`);
  const capped = secretBox.hashEmail(`${subject} on known devices`);
  const failuresOf = async (hash: string) => (await findLockout(db.read, hash))?.failures ?? 0;
  const isTrusted =
    (await failuresOf(own)) < accountLockout.deviceFailures &&
    (await failuresOf(capped)) < accountLockout.devicesFailures;
  return isTrusted ? { counted: own, capped, all: [own, capped] } : { counted: shared, all: [own, capped, shared] };
};

/**
 * Runs work that judges a guess. Counts it as failed beforehand, so that a burst of guesses cannot exceed the limit; a
 * success resets the count. Counts are kept in the database, so that a restart does not reset them. Known and unknown
 * addresses are treated alike.
 * @param scope whose turn at the writer it takes
 * @throws AppError ACCOUNT_LOCKED with `retry_after` in seconds.
 */
export const withAttempt = async <Result>(
  context: AppContext,
  guess: Guess,
  scope: TransactionScope,
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> => {
  const { config, clock } = context;
  if (!config.rateLimits) return work({ failures: 0, waitMs: 0, judge: (check) => check(), clear: async () => {} });
  const lane = await laneOf(context, guess);
  const { end, ...counted } = await takeAttempt(context, lane, scope);
  try {
    return await work({
      ...counted,
      async judge(check) {
        try {
          return await check();
        } catch (error) {
          for (const hash of [lane.counted, lane.capped]) {
            if (hash) await uncountFailure(systemWrite(context), hash, clock.now());
          }
          throw error;
        }
      },
      clear: (tx) => clearLockouts(tx, lane.all),
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
  client: (Pick<Client, 'ip'> & Partial<Pick<Client, 'userAgent'>>) | undefined,
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
    // Once in a row: each further guess waits longer.
    const account = failures === accountLockout.freeFailures + 1 ? await findUser(tx, user.id) : undefined;
    if (account?.status !== 'active' || !client) return;
    const named = await tenantParams(tx, account.tenant_id);
    await sendNotice(context, tx, account, 'account_locked', { by: 'unknown', client }, named);
  });
};

/** Until when guesses on unknown devices are refused, in milliseconds since the epoch; undefined if they aren't. */
export const lockedUntil = async (
  { db, clock, secretBox }: AppContext,
  subject: string,
  reads: Queries = db.read,
): Promise<number | undefined> => {
  const now = clock.now();
  const wait = remainingMs(await findLockout(reads, secretBox.hashEmail(subject)), now);
  return wait > 0 ? now + wait : undefined;
};

/** Ends the wait on unknown devices, and counts the guesses of all devices anew. */
export const unlock = async ({ secretBox }: AppContext, tx: Queries, subject: string): Promise<void> => {
  await clearLockouts(tx, [secretBox.hashEmail(`${subject} on known devices`), secretBox.hashEmail(subject)]);
};

/** Resets the count of guesses from unknown devices, where a success elsewhere makes up for it. */
export const clearFailures = async ({ secretBox }: AppContext, tx: Queries, subject: string): Promise<void> => {
  await clearLockouts(tx, [secretBox.hashEmail(subject)]);
};
