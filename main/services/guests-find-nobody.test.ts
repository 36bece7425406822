import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, type SeedData } from '#e2e/support/seed-data.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { guestPermissions } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { setGroupRole } from '../storage/store/groups/group-workspaces.ts';
import { derivedColumns } from '../storage/store/identity/users.ts';
import { insertHealthChange } from '../storage/store/workspaces/workspace-health.ts';
import { invoke } from '../transport/invoke.ts';

/** DECISION 0324: of all operations, none tells a guest of anybody else. */
const app = backedUpService();

/** An organization whose workspace admin is a guest, and what would tell of each of the others. */
const freshSeed = async (): Promise<{ seed: SeedData; guest: Actor; canaries: string[] }> => {
  const seed = await createSeedData(app.service.context, app.passwordHash, 'same');
  const { own } = seed;
  const guest = own.workspaceAdmin;
  const { write } = app.service.context.db;
  const users = await tablesOf(write).selectFrom('users').selectAll().where('tenant_id', '=', own.id).execute();
  const canaries: string[] = [];
  for (const { id } of users.filter((user) => user.id !== guest.id)) {
    const name = `Canary ${id.slice(-12)}`;
    const email = `canary-${id.slice(-12).toLowerCase()}@example.com`;
    canaries.push(id, name, email);
    await tablesOf(write)
      .updateTable('users')
      .set({ name, email, ...derivedColumns({ name, email }) })
      .where('id', '=', id)
      .execute();
  }
  await tablesOf(write).updateTable('users').set({ guest: 1 }).where('id', '=', guest.id).execute();
  const now = app.clock.now();
  const by = { by: own.owner.id, at: now };
  await setGroupRole(write, own.group.id, own.workspace.id, 'Admin', by);
  await insertHealthChange(write, own.workspace.id, { at: now, score: 70, set_by: own.owner.id });
  await tablesOf(write)
    .updateTable('invitations')
    .set({ invited_by: guest.id, email: canaries.find((canary) => canary.includes('@')) ?? '' })
    .where('id', '=', own.invitationId)
    .execute();
  await tablesOf(write)
    .updateTable('workspaces')
    .set({ created_by: own.owner.id, owner_id: own.owner.id, health_score: 70 })
    .where('id', '=', own.workspace.id)
    .execute();
  return { seed, guest, canaries };
};

const answerOf = async (
  operation: OperationSpec,
  input: unknown,
  guest: Actor,
): Promise<{ text: string; error?: AppError }> => {
  try {
    const answer = await app.call(operation, input as never, {
      ...(operation.auth !== 'none' && { token: guest.token }),
    });
    return { text: JSON.stringify(answer) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { text: JSON.stringify({ key: error.key, details: error.details }), error };
  }
};

/** What guests send instead: a key can have no scope that its user lacks. */
const instead: Readonly<Record<string, object>> = { createApiKey: { scopes: ['self'] } };

const all: readonly OperationSpec[] = operations.map(({ operation }) => operation);
const open = all.filter(({ guests }) => guests === 'allowed');
const closed = all.filter(({ auth, guests }) => auth === 'bearer' && guests !== 'allowed');

describe('a guest', () => {
  let shared: Awaited<ReturnType<typeof freshSeed>>;
  beforeAll(async () => {
    shared = await freshSeed();
  });

  it.each(closed.map((operation) => [operation.id, operation] as const))('is refused %s', async (id, operation) => {
    const { seed, guest, canaries } = shared;
    const { text, error } = await answerOf(operation, rows[id as OperationId].input(seed, guest), guest);
    expect(error?.key).toBe('FORBIDDEN');
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  it.each(open.map((operation) => [operation.id, operation] as const))('finds nobody by %s', async (id, operation) => {
    const { seed, guest, canaries } = await freshSeed();
    const row = rows[id as OperationId];
    const prepared = await row.prepare?.(app.service.context, guest, seed);
    const { text, error } = await answerOf(
      operation,
      { ...row.input(seed, guest), ...prepared, ...instead[id] },
      guest,
    );
    expect(error?.key).toBe(row.refuses?.workspaceAdmin);
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
  });

  it('finds nobody by what they name of others, or leave out', async () => {
    const { seed, guest, canaries } = shared;
    for (const operation of open.filter(isRead)) {
      const row = rows[operation.id as OperationId];
      for (const other of [seed.own.owner, seed.own.target, seed.foreign.owner]) {
        const { text } = await answerOf(operation, row.input(seed, other), guest);
        expect([operation.id, canaries.filter((canary) => text.includes(canary))]).toEqual([operation.id, []]);
      }
    }
  });

  it('finds nobody in what an earlier request was answered', async () => {
    const { seed, guest } = shared;
    const { context } = app.service;
    const answer = { created_by: { user_id: seed.own.owner.id, name: 'Owner' } };
    const once = vi.spyOn(context.idempotency, 'once').mockResolvedValue({ answer, isReplayed: true });
    const { createApiKey } = contract.security;
    const again = await invoke(
      context,
      createApiKey,
      { ...rows.createApiKey.input(seed, guest), ...instead.createApiKey },
      {
        authorization: `Bearer ${guest.token}`,
        idempotencyKey: 'the key',
        client: { ip: '127.0.0.1', userAgent: 'castellan-test', background: false, requestId: 'req_test' },
      },
    );
    once.mockRestore();
    expect(again).toEqual({ created_by: null });
  });

  it('sees the workspaces that they are in, and no others', async () => {
    const { seed, guest } = shared;
    const list = async () =>
      (
        await app.call(contract.workspaces.listWorkspaces, { tenant_id: seed.own.id }, { token: guest.token })
      ).workspaces.map(({ slug, owner_id, member_count }) => ({ slug, owner_id, member_count }));
    expect(await list()).toEqual([{ slug: seed.own.workspace.slug, owner_id: 'hidden', member_count: 1 }]);
  });
});

it('opens to guests no operation that takes a permission that they never have, but the name of their organization', () => {
  const others = open.filter(({ allow }) => !guestPermissions.some((permission) => permission === allow));
  expect(others.map(({ id }) => id)).toEqual(['getTenant']);
});
