import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcryptjs';
import { Piscina } from 'piscina';
import { AppError } from '#shared/errors.ts';
import { meetsRequirements, passwordError } from '#shared/passwords.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { PasswordTask } from './password-worker.ts';

/**
 * Hashes and compares passwords in worker threads: about 0.2 s of work at cost 12. DECISION 0055: pays for "Profile while
 * 8 clients sign in, p99".
 */
export interface Passwords {
  /** @throws AppError BUSY when too many are waiting. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash, or does the same amount of work if there is no account. No password matches the
   * empty hash of an account whose password must be reset.
   * @throws AppError BUSY when too many are waiting.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash was made at a lower cost than the current one. */
  isOutdated(hash: string): boolean;
  /** `own` holds the account's email and name. @throws AppError WEAK_PASSWORD */
  assertAcceptable(password: string, own: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Policy beyond the contract, see DECISION 0072. */
export interface PasswordPolicy {
  /** Also refuses common passwords that meet the requirements of the contract. */
  readonly refuseCommon: boolean;
}

const maxWaiting = 256;
/** Bytes of UTF-8 that bcrypt reads. */
const bcryptBytes = 72;
/** Characters of a bcrypt hash after its cost and salt. */
const hashLength = 31;

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js',
  import.meta.url,
).href;

/** A longer password goes into bcrypt as a digest, or bcrypt would ignore its end. Shorter ones stay as they are. */
const wholeForBcrypt = (password: string): string =>
  Buffer.byteLength(password) <= bcryptBytes
    ? password
    : createHmac('sha256', 'castellan long password').update(password).digest('base64');

export const createPasswords = (
  cost: number,
  { refuseCommon }: PasswordPolicy = { refuseCommon: false },
): Passwords => {
  const threads = availableParallelism();
  const pool = new Piscina<PasswordTask, string | boolean>({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    // A comparison allocates little, but each thread reserves megabytes by default.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
    maxQueue: maxWaiting,
  });
  const run = (task: PasswordTask): Promise<string | boolean> => {
    if (pool.queueSize >= maxWaiting) throw new AppError('BUSY', { retry_after: 5 });
    return pool.run(task);
  };
  // For addresses without an account: same cost, but no known password matches.
  const decoy = `${bcrypt.genSaltSync(cost)}${'.'.repeat(hashLength)}`;
  return {
    hash: async (password) => (await run({ kind: 'hash', password: wholeForBcrypt(password), cost })) as string,
    async verify(password, hash) {
      const matches = await run({ kind: 'compare', password: wholeForBcrypt(password), hash: hash || decoy });
      // bcrypt starts over after a NUL, so such a password never matches.
      return hash !== undefined && hash !== '' && matches === true && !password.includes('\0');
    },
    isOutdated: (hash) => bcrypt.getRounds(hash) < cost,
    async assertAcceptable(password, own) {
      const refusal =
        passwordError(password, own) ??
        ((refuseCommon || !meetsRequirements(password)) && (await isCommonPassword(password))
          ? { reason: 'common' as const }
          : undefined);
      if (refusal !== undefined) throw new AppError('WEAK_PASSWORD', refusal);
    },
    close: () => pool.destroy(),
  };
};
