import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '#shared/contract/app-router.ts';
import type { RequestNotes } from './auth-link.ts';
import { operationFacts } from './operation-facts.ts';

/** 128 random bits. `randomUUID` exists only on secure origins. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Names each request of an operation that takes an Idempotency-Key. */
export const idempotencyLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!operationFacts[op.path]?.takesIdempotencyKey) return next(op);
    const idempotencyKey: RequestNotes['idempotencyKey'] = newKey();
    return next({ ...op, context: { ...op.context, idempotencyKey } });
  };
