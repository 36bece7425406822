import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { removeMailServer } from '#e2e/support/admin-tenant.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { countRowsWritten, fingerprint } from '#e2e/support/table-contents.ts';
import type { TestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, type Transport, transports } from '#e2e/support/transports.ts';
import { requirePerson } from '#main/security/caller.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { type CallerKind, callerKinds, type OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';
import { actorOf, expectedOf, inputOf, mismatch, observable, type Variant, variantsOf } from './permission-rules.ts';

/** Refusals and reads share one server whose data must not change. Changes run on another, on fresh data. */
let sharedServer: TestApp;
let seed: SeedData;
let changingServer: TestApp;
/** The shared server's data. */
let untouched: string;
let passwordHash: string;

interface Cell {
  callerKind: CallerKind;
  variant: Variant;
}
const nameOf = ({ callerKind, variant }: Cell): string => `${callerKind} ${variant.kind} ${variant.field ?? ''}`.trim();
const isGone = (callerKind: CallerKind): boolean => callerKind === 'removed' || callerKind === 'pending';

/** Removes one member, and lets another delete their account. */
const removeTwoMembers = async ({ address }: TestApp, { own }: SeedData): Promise<void> => {
  const removal = { tenant_id: own.id, user_id: own.removed.id };
  const removed = await callHttp(address, contract.team.removeMember, removal, { token: own.owner.token });
  const deletion = { confirmation: 'DELETE', password: testPassword };
  const pending = await callHttp(address, contract.profile.deleteMe, deletion, { token: own.pending.token });
  expect([removed.status, pending.status]).toEqual([200, 200]);
};

/** New seed data for a call that changes something. */
const freshSeed = async (operation: OperationSpec, callerKind: CallerKind): Promise<SeedData> => {
  // No one changes the foreign tenant: a call that names something of another tenant is refused.
  const fresh = await createSeedData(changingServer.app.context, passwordHash, 'same');
  if (isGone(callerKind)) await removeTwoMembers(changingServer, fresh);
  if (operation !== contract.auth.restoreAccount) return fresh;
  const { db, clock } = changingServer.app.context;
  await tablesOf(db.write)
    .updateTable('users')
    .set({ status: 'pending_deletion', delete_at: clock.now() + 1 })
    .where('id', '=', fresh.own.pending.id)
    .execute();
  await tablesOf(db.write)
    .updateTable('one_time_tokens')
    .set({ voided_at: null })
    .where('purpose', '=', 'restore_account')
    .execute();
  return fresh;
};

/** All that is to be tried. Through tRPC, one for each outcome: the guard behind both transports is the same. */
const cellsOf = (operation: OperationSpec, transport: Transport): (Cell & { changes: boolean })[] => {
  const row = rows[operation.id as OperationId];
  const seen = new Set<string>();
  return callerKinds.flatMap((callerKind) =>
    variantsOf(row).flatMap((variant) => {
      const expected = expectedOf(operation, row, callerKind, variant);
      if (transport === 'tRPC' && seen.has(expected)) return [];
      seen.add(expected);
      // A read of what has to be made first is tried like a change, and writes nothing.
      const changes = expected === 'success' && (!isRead(operation) || row.prepare !== undefined);
      return { callerKind, variant, changes };
    }),
  );
};

/** Tries every refusal and read of an operation. Returns those that do not match the rules. */
const tryRefusalsAndReads = async (operation: OperationSpec, transport: Transport): Promise<string[]> => {
  const row = rows[operation.id as OperationId];
  const wrong: string[] = [];
  const answers = new Map<string, string>();
  for (const cell of cellsOf(operation, transport).filter(({ changes }) => !changes)) {
    const { callerKind, variant } = cell;
    const expected = expectedOf(operation, row, callerKind, variant);
    const caller = actorOf(seed, callerKind);
    const token = callerKind === 'anonymous' ? undefined : caller.token;
    const answer = await transports[transport](sharedServer.address, operation, inputOf(row, seed, caller, variant), {
      token,
    });
    const reason = mismatch(operation, answer, expected);
    if (reason) wrong.push(`${nameOf(cell)}: ${reason}`);
    const ended = callerKind === 'removed' ? 'removed' : 'deleted';
    if (expected === 'SESSION_ENDED' && answer.problem?.reason !== ended) wrong.push(`${nameOf(cell)}: wrong reason`);
    answers.set(nameOf(cell), observable(answer));
  }
  if (transport === 'tRPC') return wrong;
  for (const callerKind of callerKinds) {
    for (const [field, { foreign }] of Object.entries(row.ids ?? {})) {
      const missing = answers.get(`${callerKind} missing ${field}`);
      const seen = answers.get(`${callerKind} foreign ${field}`);
      if (foreign && seen !== missing) wrong.push(`${callerKind}: a foreign ${field} differs from a missing one`);
      if (callerKind === 'stranger' && field === 'tenant_id' && answers.get('stranger own') !== missing) {
        wrong.push('a stranger can tell a tenant from a missing one');
      }
    }
  }
  return wrong;
};

/** Seed data for each caller of a change. Those who change only what is theirs, or can all do the same, share it. */
const createSeeds = (operation: OperationSpec): ((callerKind: CallerKind) => Promise<SeedData>) => {
  const { requires, repeats } = rows[operation.id as OperationId];
  const shared = new Map<boolean, SeedData>();
  return async (callerKind) => {
    const isLate = isGone(callerKind);
    const known = shared.get(isLate);
    if (known) return known;
    const fresh = await freshSeed(operation, callerKind);
    if (requires === 'self' || repeats) shared.set(isLate, fresh);
    return fresh;
  };
};

/** Tries every allowed change. Returns those that do not match the rules. */
const tryChanges = async (operation: OperationSpec, transport: Transport): Promise<string[]> => {
  const row = rows[operation.id as OperationId];
  const seedOf = createSeeds(operation);
  const wrong: string[] = [];
  for (const cell of cellsOf(operation, transport).filter(({ changes }) => changes)) {
    const { callerKind, variant } = cell;
    const fresh = await seedOf(callerKind);
    const caller = actorOf(fresh, callerKind);
    const token = callerKind === 'anonymous' ? undefined : caller.token;
    const prepared = await row.prepare?.(changingServer.app.context, caller, fresh);
    const input = { ...inputOf(row, fresh, caller, variant), ...prepared };
    const written = await countRowsWritten(changingServer.app.context);
    const answer = await transports[transport](changingServer.address, operation, input, { token });
    const reason = mismatch(operation, answer, 'success');
    if (reason) wrong.push(`${nameOf(cell)}: ${reason}`);
    const changed = (await countRowsWritten(changingServer.app.context)) > written;
    // A member who has left has no session to end.
    const isIdle = isRead(operation) || (operation.auth === 'signed' && isGone(callerKind));
    if (changed === isIdle) wrong.push(`${nameOf(cell)}: ${isIdle ? 'something' : 'nothing'} was written`);
  }
  return wrong;
};

const open = async (create: () => Promise<TestApp>): Promise<void> => {
  sharedServer = await create();
  changingServer = await create();
  passwordHash = await hashSeedPassword(sharedServer.app.context);
  seed = await createSeedData(sharedServer.app.context, passwordHash);
  await removeTwoMembers(sharedServer, seed);
  await sharedServer.app.service.mailWorker.drain();
  untouched = await fingerprint(sharedServer.app.context);
};

/** Defines the tests of every operation, caller, target and transport, on servers that `create` starts. */
export const describeMatrix = (create: () => Promise<TestApp>): void => {
  beforeAll(() => open(create), 120_000);
  afterEach(async () => {
    vi.restoreAllMocks();
    await removeMailServer(changingServer.app.service);
  });
  afterAll(async () => {
    await sharedServer?.close();
    await changingServer?.close();
  });

  it('has exactly one row per operation', () => {
    expect(Object.keys(rows).sort()).toEqual(operations.map(({ operation }) => operation.id).sort());
    expect(operations.filter(({ name, operation }) => name !== operation.id)).toEqual([]);
  });

  it('tries a foreign and a missing id for every id in a path', () => {
    // What anyone may read is foreign to no one.
    const owned = operations.filter(({ operation }) => operation.auth !== 'none');
    const unasked = owned.flatMap(({ operation }) =>
      [...operation.http.path.matchAll(/\{(\w+)\}/g)]
        .map(([, name]) => name as string)
        .filter((name) => rows[operation.id as OperationId].ids?.[name]?.foreign === undefined)
        .map((name) => `${operation.id}.${name}`),
    );
    expect(unasked).toEqual([]);
  });

  const cases = operations.flatMap(({ operation }) =>
    (Object.keys(transports) as Transport[]).map((transport) => [operation.id, transport, operation] as const),
  );

  it.each(cases)('holds for %s through %s', async (_id, transport, operation) => {
    expect(await tryRefusalsAndReads(operation, transport)).toEqual([]);
    const before = untouched;
    untouched = await fingerprint(sharedServer.app.context);
    expect(untouched, 'a refusal or a read changed data').toBe(before);
    expect(await tryChanges(operation, transport)).toEqual([]);
  });
};

/** Defines tests that see the matrix fail. Their faults are in the first process only, so there must be no other. */
export const describeFaults = (): void => {
  it('fails if the guard treats every caller as an owner', async () => {
    const { callers } = sharedServer.app.context;
    const identify = callers.identify.bind(callers);
    vi.spyOn(callers, 'identify').mockImplementation(async (token, client) => {
      const caller = requirePerson(await identify(token, client));
      const user = { ...caller.user, role: 'owner' } as const;
      return { ...caller, user, principal: user };
    });
    const wrong = await tryRefusalsAndReads(contract.mail.listMails, 'HTTP');
    expect(wrong).toEqual(
      ['member', 'workspaceAdmin', 'outsider'].map((name) => `${name} own: expected 403 FORBIDDEN, saw 200`),
    );
  });

  it('fails if a caller gets into another tenant', async () => {
    const { callers } = sharedServer.app.context;
    const identify = callers.identify.bind(callers);
    vi.spyOn(callers, 'identify').mockImplementation(async (token, client) => {
      const caller = requirePerson(await identify(token, client));
      const user = { ...caller.user, tenantId: seed.foreign.id };
      return { ...caller, user, principal: user };
    });
    const wrong = await tryRefusalsAndReads(contract.team.listMembers, 'HTTP');
    expect(wrong).toContain('owner foreign tenant_id: expected 404 NOT_FOUND, saw 200');
    expect(wrong).toContain('owner: a foreign tenant_id differs from a missing one');
  });

  it('fails if a refusal writes', async () => {
    await tablesOf(sharedServer.app.context.db.write)
      .updateTable('tenants')
      .set({ name: 'Other' })
      .where('id', '=', seed.foreign.id)
      .execute();
    const before = untouched;
    untouched = await fingerprint(sharedServer.app.context);
    expect(untouched).not.toBe(before);
  });
};
