import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData } from '#e2e/support/seed-data.ts';
import type { CallOptions } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec, takesIdempotencyKey } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Attempt } from '../security/idempotency.ts';

const app = backedUpService();
afterEach(() => {
  vi.restoreAllMocks();
});

type Input = Record<string, unknown>;

/** Sends a request with the key. Says what came back, or why nothing did, and whether it was a repeated answer. */
const send = async (operation: OperationSpec, input: Input, caller: Actor, ip = '203.0.113.77') => {
  const isReplayed = vi.fn();
  const options: CallOptions = { ip, idempotencyKey: 'the key', onReplay: isReplayed };
  const answer = await app
    .call(operation, input as never, { ...options, ...(operation.auth !== 'none' && { token: caller.token }) })
    .catch((error: unknown) => error);
  return { answer, isReplayed: isReplayed.mock.calls.length > 0 };
};

/** What a transaction has stored as the answer, beside its change. */
const watchKept = (): (() => unknown) => {
  const { idempotency } = app.service.context;
  const { once } = idempotency;
  let kept: unknown;
  vi.spyOn(idempotency, 'once').mockImplementation((request, work) =>
    once(request, ({ keep, commits }) => {
      const watched: Attempt['keep'] = async (tx, answer) => {
        expect(kept, 'only the last transaction returns the answer').toBe(undefined);
        kept = answer;
        await keep(tx, answer);
      };
      return work({ keep: watched, commits });
    }),
  );
  return () => kept;
};

/** Values that differ from this one in one place. */
const variationsOf = (value: unknown): unknown[] => {
  if (typeof value === 'string') return [`${value}x`, `x${value}`];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return value.flatMap((item, at) => variationsOf(item).map((other) => value.with(at, other)));
  return Object.entries(value ?? {}).flatMap(([name, item]) =>
    variationsOf(item).map((other) => ({ ...(value as object), [name]: other })),
  );
};

/** A valid request for something else. Undefined if the operation can be asked for nothing else. */
const otherOf = ({ id, input: schema }: OperationSpec, input: Input): Input | undefined => {
  const { ids } = rows[id as OperationId];
  const candidates = Object.entries(input)
    .filter(([name]) => name !== 'tenant_id')
    .flatMap(([name, value]) => {
      const field = schema.shape[name];
      const named = field instanceof z.ZodEnum ? field.options : [ids?.[name]?.missing];
      return [...named, ...variationsOf(value)].map((other): Input => ({ ...input, [name]: other }));
    });
  const known = JSON.stringify(schema.parse(input));
  return candidates.find((candidate) => {
    const { success, data } = schema.safeParse(candidate);
    return success && JSON.stringify(data) !== known;
  });
};

/**
 * Their answer is known only after the change, so it is stored on its own: they work for each item of a list, or ask the
 * provider or a mail server. If the service is killed in between, they say that the request was interrupted.
 */
const answersLater = ({ id, output }: OperationSpec): boolean =>
  (output instanceof z.ZodObject && 'results' in output.shape) ||
  ['releaseHeldMail', 'sendTestMail', 'backUpNow'].includes(id) ||
  (contract.hosting as Record<string, OperationSpec>)[id] !== undefined;
/** Whoever hands over the organization has a lower role then, by which the answers kept for them end (DECISION 0256). */
const endsAnswers = (id: string): boolean => id === 'transferOwnership';

describe.each(
  operations
    .filter(({ operation }) => takesIdempotencyKey(operation))
    .map(({ operation }) => [operation.id, operation] as const),
)('%s', (id, operation: OperationSpec) => {
  it('is carried out once for each key of each caller', async () => {
    const seed = await createSeedData(app.service.context, app.passwordHash, 'same');
    const { owner, coOwner } = seed.own;
    const row = rows[id as OperationId];
    const prepared = await row.prepare?.(app.service.context, owner, seed);
    const input = { ...row.input(seed, owner), ...prepared };
    const kept = watchKept();

    const both = await Promise.all([send(operation, input, owner), send(operation, input, owner)]);
    const answer = both[0]?.answer;
    expect(answer).not.toBeInstanceOf(AppError);
    expect(both.map(({ isReplayed }) => isReplayed).sort()).toEqual([false, true]);
    expect(both[1]?.answer).toEqual(answer);
    if (kept() !== undefined || !(answersLater(operation) || operation.answersSecret)) expect(kept()).toEqual(answer);

    const again = await send(operation, input, owner);
    if (endsAnswers(id)) return expect(again.answer).toMatchObject({ key: 'FORBIDDEN' });
    if (operation.answersSecret) {
      expect(again.answer).toMatchObject({ key: 'IDEMPOTENCY_CONFLICT', details: { reason: 'answer_not_kept' } });
    } else expect(again).toEqual({ answer, isReplayed: true });

    const other = otherOf(operation, input);
    const refused = other && (await send(operation, other, owner));
    if (refused) expect(refused.answer).toMatchObject({ details: { reason: 'other_request' } });
    else expect(Object.keys(input).filter((name) => name !== 'tenant_id')).toEqual([]);

    const elsewhere = operation.auth === 'none' ? '198.51.100.7' : undefined;
    for (const caller of [coOwner, seed.stranger]) {
      const theirs = await send(operation, input, caller, elsewhere);
      expect(theirs.isReplayed).toBe(false);
      expect(theirs.answer).not.toMatchObject({ key: 'IDEMPOTENCY_CONFLICT' });
    }
  });
});

it('every POST takes a key, or has a reason not to', () => {
  const posts = operations
    .map(({ operation }): OperationSpec => operation)
    .filter(({ http }) => http.method === 'POST');
  const without = posts.filter((operation) => !takesIdempotencyKey(operation) && !isRead(operation));
  for (const { id, auth, idempotent } of without)
    expect([id, auth !== 'bearer' || idempotent === 'harmless']).toEqual([id, true]);
});

/** Fields that show what is stored as a hash, or not at all. */
const secretFields = ['access_token', 'refresh_token', 'key', 'secret', 'recovery_codes', 'url', 'password'];

it.each(operations.map(({ operation }) => [operation.id, operation] as const))(
  '%s says if its answer has a secret that is not stored',
  (_id, operation: OperationSpec) => {
    const answered = 'shape' in operation.output ? Object.keys(operation.output.shape as object) : [];
    const hasSecret = answered.some((name) => secretFields.includes(name));
    if (takesIdempotencyKey(operation)) expect(operation.answersSecret ?? false).toBe(hasSecret);
    else expect(operation.answersSecret).toBe(undefined);
  },
);
