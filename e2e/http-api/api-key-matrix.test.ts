import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeMailServer } from '#e2e/support/admin-tenant.ts';
import { seedApiKey } from '#e2e/support/api-keys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { fingerprint } from '#e2e/support/table-contents.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { callHttp } from '#e2e/support/transports.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, keyScopeOf, type OperationSpec } from '#shared/contract/operation.ts';
import { keyScopes } from '#shared/rules/permissions.ts';
import type { OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';
import { actorOf, expectedOf, inputOf, mismatch } from './permission-rules.ts';

/** For refusals and reads, which must not change anything. */
const server = perFile(() => createTestApp({ 'rate-limits': 'off' }));
let sharedSeed: SeedData;
/** For changes, whose background work must not affect the other server. */
let moving: TestApp;
let passwordHash: string;
beforeAll(async () => {
  moving = await createTestApp({ 'rate-limits': 'off' });
  passwordHash = await hashSeedPassword(server.app.context);
  sharedSeed = await createSeedData(server.app.context, passwordHash);
});
afterEach(() => removeMailServer(moving.app.service));
afterAll(async () => {
  await moving.close();
});

const freshSeed = (): Promise<SeedData> => createSeedData(moving.app.context, passwordHash, 'same');

const own = { kind: 'own' } as const;
const withCredentials = operations.map(({ operation }) => operation).filter(({ auth }) => auth !== 'none');
const open = withCredentials.filter((operation) => keyScopeOf(operation) !== undefined);
const shut = withCredentials.filter((operation) => keyScopeOf(operation) === undefined);
const named = (list: readonly OperationSpec[]) => list.map((operation) => [operation.id, operation] as const);

const keyOf = async (
  { app: { context } }: TestApp,
  userId: string,
  scopes: readonly (typeof keyScopes)[number][],
): Promise<string> => (await seedApiKey(context, context.db.write, userId, scopes)).key;

describe('API keys on every operation, with and without its scope', () => {
  it('have only scopes that an operation requires', () => {
    expect(keyScopes.filter((scope) => !open.some((operation) => keyScopeOf(operation) === scope))).toEqual([]);
  });

  it.each(named(shut))('are refused by %s with every scope, and change nothing', async (_id, operation) => {
    const input = inputOf(rows[operation.id as OperationId], sharedSeed, sharedSeed.own.owner, own);
    const before = await fingerprint(server.app.context);
    const answer = await callHttp(server.address, operation, input, { token: sharedSeed.own.owner.apiKey.key });
    expect(mismatch(operation, answer, 'API_KEY_REFUSED')).toBeUndefined();
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it.each(named(open))('are refused by %s without its scope, and change nothing', async (_id, operation) => {
    const scope = keyScopeOf(operation);
    const key = await keyOf(
      server,
      sharedSeed.own.owner.id,
      keyScopes.filter((other) => other !== scope),
    );
    const input = inputOf(rows[operation.id as OperationId], sharedSeed, sharedSeed.own.owner, own);
    const before = await fingerprint(server.app.context);
    const answer = await callHttp(server.address, operation, input, { token: key });
    expect(mismatch(operation, answer, 'SCOPE_REQUIRED')).toBeUndefined();
    expect(answer.problem?.scope).toBe(scope);
    expect(await fingerprint(server.app.context)).toBe(before);
  });

  it.each(named(open))("are limited by the user's role in %s with its scope", async (_id, operation) => {
    const row = rows[operation.id as OperationId];
    const scope = keyScopeOf(operation);
    const target = isRead(operation) ? server : moving;
    for (const callerKind of ['owner', 'admin', 'member', 'outsider', 'stranger'] as const) {
      const seed = isRead(operation) ? sharedSeed : await freshSeed();
      const caller = actorOf(seed, callerKind);
      const key = await keyOf(target, caller.id, scope ? [scope] : []);
      const expected = expectedOf(operation, row, callerKind, own);
      const prepared = expected === 'success' ? await row.prepare?.(target.app.context, caller, seed) : undefined;
      const input = { ...inputOf(row, seed, caller, own), ...prepared };
      if (expected === 'success' && row.keys) {
        const refused = await callHttp(target.address, operation, input, { token: key });
        expect(mismatch(operation, refused, row.keys.refused), callerKind).toBeUndefined();
        Object.assign(input, row.keys.accepted);
      }
      const answer = await callHttp(target.address, operation, input, { token: key });
      expect(mismatch(operation, answer, expected), callerKind).toBeUndefined();
    }
  });

  it('are documented: each operation names its scope or refuses keys', async () => {
    const response = await fetch(`${server.address}/api/v1/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, Record<string, unknown>>> };
    const answersByCaller = new Map(
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .map((entry) => [entry.operationId, entry['x-castellan-api-keys']]),
    );
    for (const operation of withCredentials) {
      expect(answersByCaller.get(operation.id), operation.id).toBe(keyScopeOf(operation) ?? 'refused');
    }
    expect(answersByCaller.get('login')).toBeUndefined();
  });
});
