import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, type OperationSpec } from '#shared/contract/operation.ts';
import type { OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';

const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));

const all = operations.map(({ operation }): OperationSpec => operation);
const creating = all.filter(({ creates }) => creates !== undefined);

/** What was created, which may stand in an answer beside a secret. */
const madeIn = (body: unknown, { creates = '/' }: OperationSpec): unknown => {
  const id = /\{(\w+)\}$/.exec(creates)?.[1] ?? '';
  const { secret: _, ...made } = Object(
    [body, ...Object.values(body as object)].find((part) => Object.hasOwn(Object(part), id)),
  );
  return made;
};

it('everything that is created can be read, but for the session of a sample, and keys that their account lists', () => {
  const unread = all.filter(({ http, creates }) => http.status === 201 && creates === undefined);
  expect(unread.map(({ id }) => id).sort()).toEqual([
    'createSampleTenant',
    'createServiceAccountKey',
    'enterSampleTenant',
    'rollServiceAccountKey',
  ]);
});

describe.each(creating.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  it('says where to read what it has created', async () => {
    expect(all.filter(isQuery).map(({ http }) => http.path as string)).toContain(operation.creates);
    const { context } = server.app;
    const seed = await createSeedData(context, await hashSeedPassword(context), 'same');
    const { owner } = seed.own;
    const row = rows[id as OperationId];
    const prepared = await row.prepare?.(context, owner, seed);
    const input = { ...row.input(seed, owner), ...prepared };
    const credentials = operation.auth === 'none' ? {} : { token: owner.token };
    const created = await callHttp(server.address, operation, input, credentials);
    const location = created.headers.get('location') ?? '';
    const read = await send(server.address, 'GET', location, { token: owner.token });
    // Who has just signed up has no token yet, and no one else may read their organization.
    if (operation.auth === 'none') expect([created.status, read.status]).toEqual([201, 404]);
    else expect([created.status, read.body]).toMatchObject([201, madeIn(created.body, operation)]);
  });
});
