import { createHash } from 'node:crypto';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { addressGroup } from '../platform/address-group.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import type { Database } from '../storage/database/database.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKeyRow,
  insertIdempotencyKey,
  storeIdempotentAnswer,
} from '../storage/store/identity/idempotency-keys.ts';
import { type SecretBox, UnknownKeyError } from './secret-box.ts';

/**
 * Whose key it is: keys of different requesters are different keys. What a session and an API key of the same account are
 * answered are two things, and so is what anonymous requests from different addresses are (DECISION 0256).
 */
type Requester = { readonly userId: string; readonly apiKeyId?: string | undefined } | { readonly address: string };

/** A request with an Idempotency-Key, once its caller was admitted and its input parsed. */
export interface IdempotentRequest {
  key: string;
  by: Requester;
  operation: string;
  /** As parsed, so that spelling makes no difference. */
  input: unknown;
}

/** Makes sure that a request is carried out once, however often it is sent (DECISION 0115). */
export interface Idempotency {
  /**
   * Runs `work`, or answers what the first request with this key was answered. Concurrent requests wait for the first.
   * A request that was refused has changed nothing, so its key can be used again.
   * @throws AppError IDEMPOTENCY_CONFLICT if the key was used for something else, or the first request was interrupted
   */
  once(request: IdempotentRequest, work: () => Promise<unknown>): Promise<unknown>;
}

/** What tells the keys of one requester from those of another. */
const spaceOf = (by: Requester): (string | null)[] => {
  if ('address' in by) return [null, addressGroup(by.address)];
  return by.apiKeyId === undefined ? [by.userId] : [by.userId, by.apiKeyId];
};

/** Errors after which it isn't known what was done. */
const leavesOpen = (error: unknown): boolean => !(error instanceof AppError) || error.key === 'INTERNAL';

const digest = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

export const createIdempotency = ({
  db,
  clock,
  clockWatch,
  secretBox,
}: {
  db: Database;
  clock: Clock;
  clockWatch: ClockWatch;
  secretBox: SecretBox;
}): Idempotency => {
  /** Requests of this process that are not answered yet. */
  const running = new Map<string, { request: string; answer: Promise<unknown> }>();

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

  const answerAgain = (row: IdempotencyKeyRow, request: string): unknown => {
    const known = open('idempotency_keys.sealed_request', row);
    if (known !== undefined) requireSame(request, known);
    const isOpen = known === undefined || row.sealed_answer === null;
    const answer = isOpen ? undefined : open('idempotency_keys.sealed_answer', row);
    // A process that has ended left it behind, or its key is gone, so what was done isn't known.
    if (answer === undefined) throw new AppError('IDEMPOTENCY_CONFLICT', { reason: 'interrupted' });
    return JSON.parse(answer);
  };

  const runOnce = async (id: string, request: string, by: Requester, work: () => Promise<unknown>) => {
    const known = await findIdempotencyKey(db.read, id);
    if (known && known.used_at > clockWatch.dueTime() - lifetimesMs.idempotencyKey) return answerAgain(known, request);
    if (known) await deleteIdempotencyKey(db.write, id);
    const place = { id, user_id: 'userId' in by ? by.userId : null };
    const row = {
      ...place,
      api_key_id: ('userId' in by && by.apiKeyId) || null,
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
    try {
      const answer = await work();
      const sealed = secretBox.seal('idempotency_keys.sealed_answer', place, JSON.stringify(answer));
      await storeIdempotentAnswer(db.write, id, sealed);
      return answer;
    } catch (error) {
      if (!leavesOpen(error)) await deleteIdempotencyKey(db.write, id);
      throw error;
    }
  };

  return {
    async once({ key, by, operation, input }, work) {
      const id = digest(...spaceOf(by), key);
      const request = digest(operation, input);
      const first = running.get(id);
      if (first) {
        requireSame(request, first.request);
        return first.answer;
      }
      const answer = runOnce(id, request, by, work).finally(() => running.delete(id));
      running.set(id, { request, answer });
      return answer;
    },
  };
};
