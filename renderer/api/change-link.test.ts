import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, it, vi } from 'vitest';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { changeLink } from './change-link.ts';

/** How many times the page reads again after a call with this answer. */
const readsAfter = async (
  call: (client: ReturnType<typeof createTRPCClient<AppRouter>>) => Promise<unknown>,
  data: object,
) => {
  const begin = vi.fn(() => () => {});
  const answered: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      observer.next({ result: { type: 'data', data } });
      observer.complete();
    });
  await call(createTRPCClient<AppRouter>({ links: [changeLink(begin), answered] }));
  return begin.mock.calls.length;
};
const answer = { valid: true, checked: 500, total: 1_200 };

it('reads again after a change, and not while a verification goes on or after a read', async () => {
  const verify = (complete: boolean) =>
    readsAfter(({ audit }) => audit.verifyAuditLog.mutate({ tenant_id: 'tenant_1' }), { ...answer, complete });
  expect([await verify(false), await verify(true)]).toEqual([0, 1]);
  expect(await readsAfter(({ audit }) => audit.listAuditEvents.query({ tenant_id: 'tenant_1' }), {})).toBe(0);
  expect(await readsAfter(({ hosting }) => hosting.syncServers.mutate({}), { complete: false })).toBe(1);
});

it('knows what each answer that changes nothing says', () => {
  const named = operations.filter(({ operation }) => operation.unchanged !== undefined);
  expect(named.length).toBeGreaterThan(0);
  for (const { operation } of named)
    for (const name of Object.keys(operation.unchanged ?? {})) expect(operation.output).toHaveProperty(['shape', name]);
});
