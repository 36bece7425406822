import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import bcrypt from 'bcryptjs';
import { LRUCache } from 'lru-cache';
import { passwordError } from '#shared/contract/passwords.ts';
import { guessers, importedHashes, passwordQueue } from '#shared/rules/limits.ts';
import { composed } from '#shared/text-input/composed.ts';
import { passwordSpellings } from '#shared/text-input/password-spellings.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createFairQueue, type QueueUsage, type Waiter } from '../platform/fair-queue.ts';
import type { Flag } from '../storage/database/columns.ts';
import { dummyOfKind, isImportedHash, storedKind } from './imported-hashes.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';
import type { Weakness } from './password-weakness.ts';
import type { PasswordTask } from './password-worker.ts';
import { createWorkerPool } from './worker-pool.ts';

/**
 * Hashes and compares passwords in worker threads: about 0.2 s of work at cost 12. DECISION 0055: pays for "Profile while
 * 8 clients sign in, p99".
 */
export interface Passwords {
  /** @throws AppError BUSY when too many are waiting. */
  hash(password: string, share: PasswordShare): Promise<string>;
  /**
   * Compares a password with a hash, or does the same amount of work if there is no account. A hash of a lower cost takes as
   * much work as one of the current cost, or as the dearest that is stored. DECISION 0289: every hash takes as much work as
   * one of bcrypt and one of each other kind that is stored. No password matches the empty hash of an account whose password
   * must be reset.
   * @param others what the hashes of other accounts take
   * @throws AppError BUSY when too many are waiting.
   */
  verify(password: string, hash: string | undefined, share: PasswordShare, others?: StoredHashes): Promise<boolean>;
  /**
   * Whether to hash a password again that matched: its hash comes from another system, has a lower cost than the current one,
   * or may be one of the spelling that was typed, which another keyboard doesn't have.
   */
  isOutdated(hash: string, password: string): boolean;
  /**
   * By default the contract alone decides (seed 000 §8); a policy also refuses what is easy to guess. `own` holds the
   * account's email and name, `rules` what its organization requires.
   * @throws AppError WEAK_PASSWORD, or BUSY when too many are waiting.
   */
  assertAcceptable(password: string, own: readonly string[], rules?: PasswordRules): Promise<void>;
  /** How long checks wait for a thread. */
  usage(lane: PasswordLane): QueueUsage;
  close(): Promise<void>;
}

/** What the hashes take that are stored. */
export interface StoredHashes {
  /** The highest cost of bcrypt. */
  readonly dearest: number;
  /** Kinds of hashes from other systems. */
  readonly imported: readonly string[];
}

export type PasswordLane = 'sign-in' | 'confirm';

/** Whose share of the hashing threads a check takes. */
export interface PasswordShare extends Waiter {
  /** Each lane gets half of the threads, so that people who sign in don't wait for those who are signed in. */
  readonly lane: PasswordLane;
}

/** What an organization requires of new passwords (DECISION 0137): its row fits. */
export interface PasswordRules {
  /** The organization's: like people's own, it is easy to guess. */
  readonly name: string;
  /** Characters. */
  readonly password_min_length: number;
  readonly refuses_common_passwords: Flag;
}

/** Policy beyond the contract, see DECISION 0072. */
export interface PasswordPolicy {
  /** Whether every organization refuses passwords that are easy to guess. */
  readonly refuseCommon: boolean;
  /** Refuses what it includes, in every organization (DECISION 0321). */
  readonly leaked?: LeakedPasswords | undefined;
}

/** Bytes of UTF-8 that bcrypt reads. */
const bcryptBytes = 72;
/** Characters of a bcrypt hash after its cost and salt. */
const hashLength = 31;

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './password-worker.ts' : './password-worker.js',
  import.meta.url,
).href;

/** A hash that no known password matches, and that takes as long to compare as any other of this cost. */
export const dummyHash = (cost: number): string => `${bcrypt.genSaltSync(cost)}${'.'.repeat(hashLength)}`;

/** A longer password goes into bcrypt as a digest, or bcrypt would ignore its end. Shorter ones stay as they are. */
const wholeForBcrypt = (password: string): string =>
  Buffer.byteLength(password) <= bcryptBytes
    ? password
    : createHmac('sha256', 'castellan long password').update(password).digest('base64');

const tooShortFor = (password: string, { password_min_length: min }: PasswordRules) =>
  [...composed(password)].length < min ? { reason: 'too_short_for_team' as const, params: { min } } : undefined;

export const createPasswords = (
  cost: number,
  { refuseCommon, leaked }: PasswordPolicy = { refuseCommon: false },
): Passwords => {
  const threads = availableParallelism();
  const pool = createWorkerPool<PasswordTask, string | boolean>({
    filename: workerFile,
    maxThreads: threads,
    // A comparison allocates little, but each thread reserves megabytes by default.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  // One thread, because each loads megabytes of dictionaries. It is started only under the policy.
  const estimates = createWorkerPool<PasswordTask, Weakness | undefined>({
    filename: workerFile,
    maxThreads: 1,
  });
  // As many threads as may be computed at once, because each takes much memory. They are started only if such hashes are stored.
  const importedPool = createWorkerPool<PasswordTask, boolean[]>({
    filename: workerFile,
    maxThreads: Math.min(threads, importedHashes.atOnce),
  });
  const refuse = () => new AppError('BUSY', { retry_after: passwordQueue.retryAfterSeconds });
  const createLane = () => createFairQueue({ ...passwordQueue, slots: threads, refuse });
  const lanes = { 'sign-in': createLane(), confirm: createLane() };
  const inLane = async <Result>(work: () => Promise<Result>, { lane, ...waiter }: PasswordShare): Promise<Result> => {
    const release = await lanes[lane].acquire(waiter);
    try {
      return await work();
    } finally {
      release();
    }
  };
  /** Wrong guesses by network. Only whose turn comes first depends on them, so a restart may forget them. */
  const wrongGuesses = new LRUCache<string, number>({ max: guessers.kept, ttl: guessers.rememberedMs });
  const networkOf = ({ path }: PasswordShare): string => path.slice(0, 2).join(' ');
  /** DECISION 0265: sign-ins from networks that guessed as often take turns with each other, whatever those who guessed more send. */
  const inTurn = (share: PasswordShare, isCheck: boolean): PasswordShare => {
    if (share.lane !== 'sign-in') return share;
    const guesses = isCheck ? (wrongGuesses.get(networkOf(share)) ?? 0) : guessers.told;
    return { ...share, path: [`${Math.min(guesses, guessers.told)} wrong`, ...share.path] };
  };
  const dummies = new Map<number, string>();
  /** For addresses without an account, and for the work that a cheaper hash leaves. */
  const dummyOf = (rounds: number): string => {
    const dummy = dummies.get(rounds) ?? dummyHash(rounds);
    dummies.set(rounds, dummy);
    return dummy;
  };
  // Made now, or the first address without an account would take longer.
  dummyOf(cost);
  /** Each step up doubles the work, so a hash and one of each cost from its own on take as much as one of `most`. */
  const paddingOf = (hash: string, most: number): string[] => {
    const rounds = bcrypt.getRounds(hash);
    return Array.from({ length: Math.max(0, most - rounds) }, (_, step) => dummyOf(rounds + step));
  };
  const matchesBcrypt = async (spellings: readonly string[], stored: string, dearest: number): Promise<boolean> => {
    const most = Math.max(cost, dearest);
    const hash = stored || dummyOf(most);
    const passwords = spellings.map(wholeForBcrypt);
    const matches = await pool.run({ kind: 'compare', passwords, hash, padding: paddingOf(hash, most) });
    return Boolean(stored) && matches === true;
  };
  /** Takes the same for every hash, and nothing if no hash of another system is stored. */
  const matchesOther = async (passwords: readonly string[], stored: string, kinds: readonly string[]) => {
    const own = storedKind(stored);
    const all = own === undefined || kinds.includes(own) ? kinds : [...kinds, own];
    if (all.length === 0) return false;
    const hashes = all.map((kind) => (kind === own ? stored : dummyOfKind(kind)));
    const matches = await importedPool.run({ kind: 'imported', passwords, hashes });
    return own !== undefined && matches[all.indexOf(own)] === true;
  };
  return {
    hash: async (password, share) => {
      const task = { kind: 'hash', password: wholeForBcrypt(composed(password)), cost } as const;
      return (await inLane(() => pool.run(task), inTurn(share, false))) as string;
    },
    async verify(password, stored = '', share, { dearest, imported } = { dearest: cost, imported: [] }) {
      // Those without an account, too: the time that the second spelling takes must not tell them apart.
      const spellings = passwordSpellings(password);
      const matches = await inLane(
        async () => {
          const asBcrypt = await matchesBcrypt(spellings, isImportedHash(stored) ? '' : stored, dearest);
          return (await matchesOther(spellings, stored, imported)) || asBcrypt;
        },
        inTurn(share, true),
      );
      // bcrypt starts over after a NUL, so such a password never matches.
      const isRight = matches && !password.includes('\0');
      const network = networkOf(share);
      if (!isRight) wrongGuesses.set(network, (wrongGuesses.get(network) ?? 0) + 1);
      return isRight;
    },
    isOutdated: (hash, password) =>
      isImportedHash(hash) || bcrypt.getRounds(hash) < cost || passwordSpellings(password).length > 1,
    async assertAcceptable(password, own, rules) {
      const refusal = passwordError(password) ?? (rules && tooShortFor(password, rules));
      if (refusal !== undefined) throw new AppError('WEAK_PASSWORD', refusal);
      // As it was leaked: other services don't compose letters.
      for (const spelling of leaked ? passwordSpellings(password) : []) {
        if (await leaked?.includes(spelling)) throw new AppError('WEAK_PASSWORD', { reason: 'leaked' });
      }
      if (!refuseCommon && rules?.refuses_common_passwords !== 1) return;
      if (estimates.queueSize >= passwordQueue.perKey) throw refuse();
      const known = rules ? [...own, rules.name] : own;
      const reason = await estimates.run({ kind: 'weakness', password: composed(password), own: known });
      if (reason !== undefined) throw new AppError('WEAK_PASSWORD', { reason });
    },
    usage: (lane) => lanes[lane].usage(),
    close: async () => void (await Promise.all([pool.destroy(), importedPool.destroy(), estimates.destroy()])),
  };
};
