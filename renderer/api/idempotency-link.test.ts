import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, takesIdempotencyKey } from '#shared/contract/operation.ts';
import type { RequestNotes } from './auth-link.ts';
import { idempotencyLink } from './idempotency-link.ts';

/** A client that answers each call with the notes that it was sent with. */
const createEcho = () => {
  const terminal: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        observer.next({ result: { type: 'data', data: op.context } });
        observer.complete();
      });
  const client = createTRPCClient<AppRouter>({ links: [idempotencyLink, terminal] });
  return (path: string, kind: 'query' | 'mutate', context: RequestNotes = {}) => {
    const [feature = '', name = ''] = path.split('.');
    type Call = (input: unknown, options: { context: object }) => Promise<RequestNotes>;
    const calls = client as unknown as Record<string, Record<string, Record<string, Call>>>;
    return calls[feature]?.[name]?.[kind]?.({}, { context: { ...context } }) as Promise<RequestNotes>;
  };
};

test.each(operations.map(({ feature, name, operation }) => ({ path: `${feature}.${name}`, operation })))(
  '$path gets a key if its operation takes one',
  async ({ path, operation }) => {
    const notes = await createEcho()(path, isQuery(operation) ? 'query' : 'mutate', { background: true });
    expect(notes).toEqual({
      background: true,
      ...(takesIdempotencyKey(operation) && { idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) }),
    });
  },
);

test('each call has its own key, even of the same operation with the same input', async () => {
  const send = createEcho();
  const keys = await Promise.all(
    Array.from({ length: 50 }, async () => (await send('hosting.orderUpgrade', 'mutate')).idempotencyKey),
  );
  expect(new Set(keys).size).toBe(50);
});
