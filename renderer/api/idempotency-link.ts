import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { takesIdempotencyKey } from '#shared/contract/operation.ts';
import type { RequestNotes } from './auth-link.ts';

const idempotent = new Set(
  operations.filter(({ operation }) => takesIdempotencyKey(operation)).map(({ feature, name }) => `${feature}.${name}`),
);

/** 128 random bits. `randomUUID` exists only on secure origins. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Names each request of an operation that takes an Idempotency-Key. */
export const idempotencyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!idempotent.has(op.path)) return next(op);
    const idempotencyKey: RequestNotes['idempotencyKey'] = newKey();
    return next({ ...op, context: { ...op.context, idempotencyKey } });
  };
