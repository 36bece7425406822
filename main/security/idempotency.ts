import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { lifetimesMs, maxIdempotencyKeys, minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { addressGroup } from '../platform/address-group.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import type { Database } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import {
  countIdempotencyKeys,
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKeyRow,
  insertIdempotencyKey,
  type KeyOwner,
  storeIdempotentAnswer,
} from '../storage/store/identity/idempotency-keys.ts';
import { type SecretBox, UnknownKeyError } from './secret-box.ts';

/**
 * Whose key it is: keys of different requesters are different keys. What a session and an API key of the same account are
 * answered are two things, and so is what anonymous requests from different addresses are (DECISION 0256).
 */
type Requester =
  | { readonly userId: string; readonly apiKeyId?: string | undefined }
  | { readonly serviceKeyId: string; readonly accountId: string }
  | { readonly address: string };

/** A request with an Idempotency-Key, once its caller was admitted and its input parsed. */
export interface IdempotentRequest {
  key: string;
  by: Requester;
  operation: string;
  /** As parsed, so that spelling makes no difference. */
  input: unknown;
  /** DECISION 0309: its answer is known to its caller alone, so nothing of it is stored. */
  answersSecret?: boolean | undefined;
}

/** What carries out a request tells how far it has come. */
export interface Attempt {
  /** Stores an answer in the transaction of what it is about, so that neither is there without the other. */
  readonly keep: (tx: Queries, answer: unknown) => Promise<void>;
  /** A transaction is about to commit. */
  readonly commits: () => void;
}

export interface OnceAnswered {
  answer: unknown;
  /** Whether an earlier request was answered this. */
  isReplayed: boolean;
}

/** Makes sure that a request is carried out once, however often it is sent (DECISION 0115). */
export interface Idempotency {
  /**
   * Runs `work`, or answers what the first request with this key was answered. Concurrent requests wait for the first.
   * A request that was refused has changed nothing, so its key can be used again.
   * @throws AppError IDEMPOTENCY_CONFLICT if the key was used for something else, if the first request was interrupted, or
   * if its answer was a secret; if the requester has too many keys
   */
  once(request: IdempotentRequest, work: (attempt: Attempt) => Promise<unknown>): Promise<OnceAnswered>;
}

/** What tells the keys of one requester from those of another. */
const spaceOf = (by: Requester): (string | null)[] => {
  if ('address' in by) return [null, addressGroup(by.address)];
  if ('serviceKeyId' in by) return [by.accountId, by.serviceKeyId];
  return by.apiKeyId === undefined ? [by.userId] : [by.userId, by.apiKeyId];
};

/** Each has room of their own: an API key that someone else has got doesn't take that of its owner. */
const ownerOf = (by: Exclude<Requester, { address: string }>): KeyOwner => {
  if ('serviceKeyId' in by) return { service_key_id: by.serviceKeyId };
  return by.apiKeyId === undefined ? { user_id: by.userId } : { api_key_id: by.apiKeyId };
};

/** Errors after which it isn't known what was done, `hasBegun` once a transaction may have committed. */
const leavesOpen = (error: unknown, hasBegun: boolean): boolean =>
  !(error instanceof AppError) ||
  error.key === 'INTERNAL' ||
  // A connection that breaks during the commit is told as busy.
  (hasBegun && (error.key === 'BUSY' || error.key === 'STORAGE_FULL'));

/** Stored in place of an answer that isn't. No operation answers it. */
const notKept = 'null';

const digest = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export const createIdempotency = ({
  db,
  clock,
  clockWatch,
  secretBox,
  maxEach = maxIdempotencyKeys,
}: {
  db: Database;
  clock: Clock;
  clockWatch: ClockWatch;
  secretBox: SecretBox;
  maxEach?: number;
}): Idempotency => {
  /** Requests of this process that are not answered yet. */
  const running = new Map<string, { request: string; answer: Promise<OnceAnswered> }>();
  /** How many keys each has, counted now and then: that takes longer than to use one. */
  const counts = new LRUCache<string, { keys: number; countedAt: number }>({ max: 1_000 });

  /** @throws AppError IDEMPOTENCY_CONFLICT */
  const requireRoom = async (by: Requester): Promise<void> => {
    if ('address' in by) return;
    const owner = ownerOf(by);
    const [id] = Object.values(owner) as [string];
    const now = clock.uptime();
    let count = counts.get(id);
    if (!count || now - count.countedAt > minute) {
      count = { keys: await countIdempotencyKeys(db.read, owner, maxEach), countedAt: now };
      counts.set(id, count);
    }
    if (count.keys >= maxEach) throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'too_many_keys' });
    count.keys += 1;
  };

  /** Undefined if its key was retired meanwhile. @throws Error if it was changed */
  const open = (
    column: 'idempotency_keys.sealed_request' | 'idempotency_keys.sealed_answer',
    row: IdempotencyKeyRow,
  ): string | undefined => {
    try {
      return secretBox.open(column, row);
    } catch (error) {
      if (error instanceof UnknownKeyError) return undefined;
      throw error;
    }
  };
  const requireSame = (request: string, known: string): void => {
    if (request !== known) throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'other_request' });
  };

  const answerAgain = (row: IdempotencyKeyRow, request: string): OnceAnswered => {
    const known = open('idempotency_keys.sealed_request', row);
    if (known !== undefined) requireSame(request, known);
    const isOpen = known === undefined || row.sealed_answer === null;
    const answer = isOpen ? undefined : open('idempotency_keys.sealed_answer', row);
    // A process that has ended left it behind, or its key is gone, so what was done isn't known.
    if (answer === undefined) throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'interrupted' });
    if (answer === notKept) throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'answer_not_kept' });
    return { answer: JSON.parse(answer), isReplayed: true };
  };

  const runOnce = async (
    id: string,
    request: string,
    { by, answersSecret }: IdempotentRequest,
    work: (attempt: Attempt) => Promise<unknown>,
  ): Promise<OnceAnswered> => {
    const known = await findIdempotencyKey(db.read, id);
    if (known && known.used_at > clockWatch.dueTime() - lifetimesMs.idempotencyKey) return answerAgain(known, request);
    if (known) await deleteIdempotencyKey(db.write, id);
    await requireRoom(by);
    const place = { id, user_id: 'userId' in by ? by.userId : null };
    const row = {
      ...place,
      api_key_id: ('userId' in by && by.apiKeyId) || null,
      service_key_id: 'serviceKeyId' in by ? by.serviceKeyId : null,
      sealed_request: secretBox.seal('idempotency_keys.sealed_request', place, request),
      sealed_answer: null,
      used_at: clock.now(),
    };
    if (!(await insertIdempotencyKey(db.write, row))) {
      // Another instance of the service has begun meanwhile.
      const other = await findIdempotencyKey(db.read, id);
      if (other) return answerAgain(other, request);
      throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'interrupted' });
    }
    let kept: string | undefined;
    let hasBegun = false;
    const keep: Attempt['keep'] = async (tx, answer) => {
      const text = answersSecret ? notKept : JSON.stringify(answer);
      if (text === kept) return;
      await storeIdempotentAnswer(tx, id, secretBox.seal('idempotency_keys.sealed_answer', place, text));
      kept = text;
    };
    const commits = (): void => {
      hasBegun = true;
    };
    let answer: unknown;
    try {
      answer = await work({ keep, commits });
    } catch (error) {
      if (!leavesOpen(error, hasBegun)) await deleteIdempotencyKey(db.write, id);
      throw error;
    }
    // Outside of what may give the key back: the work is done.
    await keep(db.write, answer);
    return { answer, isReplayed: false };
  };

  return {
    async once(asked, work) {
      const { key, by, operation, input } = asked;
      const id = digest(...spaceOf(by), key);
      const request = digest(operation, input);
      const first = running.get(id);
      if (first) {
        requireSame(request, first.request);
        return { ...(await first.answer), isReplayed: true };
      }
      const answer = runOnce(id, request, asked, work).finally(() => running.delete(id));
      running.set(id, { request, answer });
      return answer;
    },
  };
};
