import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { perFile } from '#e2e/support/prepared.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { tableContents } from '#e2e/support/table-contents.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, keyScopeOf, type OperationSpec } from '#shared/contract/operation.ts';
import { isRefused, roleAlone } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { dataFolder } from '../platform/data-folder.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { markRemoved } from '../storage/store/identity/account-standing.ts';
import { deleteApiKeysOf } from '../storage/store/identity/api-keys.ts';
import { endSession, endSessionsOf } from '../storage/store/identity/sessions.ts';
import { updateUser } from '../storage/store/identity/users.ts';
import { invoke } from './invoke.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashSeedPassword(app.service.context);
});
afterEach(async () => {
  vi.restoreAllMocks();
  unused = undefined;
  const { db, sandboxes } = app.service.context;
  await tablesOf(db.write).deleteFrom('tenants').execute();
  await tablesOf(db.write).deleteFrom('mail_server').execute();
  await sandboxes.keepOnly([]);
});

/** The other half of the seed data that was made last: most of the time here goes into making them. */
let unused: SeedData | undefined;
const nextSeed = async (): Promise<SeedData> => {
  const known = unused;
  unused = undefined;
  if (known) return known;
  const seed = await createSeedData(app.service.context, passwordHash);
  unused = { ...seed, own: seed.foreign, foreign: seed.own };
  return seed;
};

/** How a caller loses the right to go on, while their call waits. */
interface Loss {
  name: string;
  appliesTo(operation: OperationSpec): boolean;
  take(tx: WriteTransaction, caller: Actor, now: number): Promise<unknown>;
  withKey?: true;
}

const isBearer = ({ auth }: OperationSpec): boolean => auth === 'bearer';
const confirms = ({ input }: OperationSpec): boolean => 'password' in input.shape || 'current_password' in input.shape;
const newHash = (tx: WriteTransaction, { id, email }: Actor) =>
  updateUser(tx, { id, email, name: email }, { password_hash: 'another hash' });

const losses: readonly Loss[] = [
  {
    name: 'removed',
    appliesTo: () => true,
    async take(tx, { id, tenantId }, now) {
      await markRemoved(tx, tenantId, id);
      await endSessionsOf(tx, id, 'removed', now);
      await deleteApiKeysOf(tx, id);
    },
  },
  {
    name: 'demoted',
    appliesTo: ({ allow }) => allow !== undefined && isRefused(roleAlone('member'), allow),
    take: (tx, { id, email }) => updateUser(tx, { id, email, name: email }, { role: 'member' }),
  },
  {
    name: 'password reset',
    appliesTo: () => true,
    async take(tx, caller, now) {
      await newHash(tx, caller);
      await endSessionsOf(tx, caller.id, 'password_changed', now);
      await deleteApiKeysOf(tx, caller.id);
    },
  },
  {
    name: 'password changed in this session',
    appliesTo: (operation) => isBearer(operation) && confirms(operation),
    take: newHash,
  },
  {
    name: 'session revoked',
    appliesTo: () => true,
    take: (tx, { sessionId }, now) => endSession(tx, sessionId, 'revoked', now),
  },
  {
    name: 'key revoked',
    appliesTo: (operation) => keyScopeOf(operation) !== undefined,
    take: (tx, { id }) => deleteApiKeysOf(tx, id),
    withKey: true,
  },
];

/** The caller's account at the emulated provider, without its count of calls. */
const sandboxOf = async (tenantId: string): Promise<string> => {
  const file = JSON.parse(await readFile(dataFolder(app.dataDir).sandbox, 'utf8')) as {
    accounts: Record<string, { calls: unknown }>;
  };
  return JSON.stringify({ ...file.accounts[tenantId], calls: {} });
};

/** Calls an operation, and takes the caller's right away right after the guard has let the call in. */
const callWhileLosing = async (operation: OperationSpec, loss: Loss): Promise<string | undefined> => {
  const { context } = app.service;
  const { db, clock, callers, sandboxes } = context;
  const row = rows[operation.id as OperationId];
  const seed = await nextSeed();
  const caller = seed.own.owner;
  const input = { ...row.input(seed, caller), ...(await row.prepare?.(context, caller, seed)) };
  // Creates the account at the provider, which a mere look would do otherwise.
  await sandboxes.account(seed.own.id).payInvoice(0);
  const provider = await sandboxOf(seed.own.id);

  const { promise: admitted, resolve: admit } = Promise.withResolvers<void>();
  for (const name of ['identify', 'verify'] as const) {
    const original = callers[name].bind(callers) as (...values: unknown[]) => Promise<never>;
    vi.spyOn(callers, name).mockImplementation(async (...values: unknown[]) => {
      const known = await original(...values);
      admit();
      return known;
    });
  }
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  let before: unknown;
  const held = db.transaction({}, async (tx) => {
    hold();
    await admitted;
    await loss.take(tx, caller, clock.now());
    before = await tableContents(tx);
  });
  await isHeld;
  const token = loss.withKey ? caller.apiKey.key : caller.token;
  const answered = invoke(context, operation, input, {
    authorization: `Bearer ${token}`,
    // In the background, so that the call itself doesn't count as activity to store.
    client: { ip: '127.0.0.1', userAgent: 'castellan-test', background: true, requestId: 'req_test' },
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  await held;
  const error = await answered;
  vi.restoreAllMocks();
  const isRefusal = error instanceof AppError && error.key !== 'INTERNAL';
  // Ending a session twice isn't an error: logout answers alike, and does nothing.
  if (!isRefusal && operation.auth === 'bearer') return `answered ${error ? String(error) : 'with success'}`;
  const after = await tableContents(db.read);
  const changed = Object.keys(after).filter(
    (table) => JSON.stringify(after[table]) !== JSON.stringify((before as typeof after)[table]),
  );
  if (changed.length > 0) return `changed ${changed.join(', ')}`;
  return (await sandboxOf(seed.own.id)) === provider ? undefined : 'changed the account at the provider';
};

const writes = operations.filter(({ operation }) => operation.auth !== 'none' && !isRead(operation));

describe('a call in flight does nothing once its caller has lost the right (findings H2)', () => {
  it.each(writes.map(({ operation }) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const wrong: Record<string, string> = {};
    for (const loss of losses.filter(({ appliesTo }) => appliesTo(operation))) {
      const reason = await callWhileLosing(operation, loss);
      if (reason !== undefined) wrong[loss.name] = reason;
    }
    expect(wrong).toEqual({});
  });
});
