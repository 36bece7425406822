import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { callHttp } from '#e2e/support/transports.ts';
import { giveToMember } from '#main/storage/store/custom-roles/custom-role-holders.ts';
import { deleteCustomRole, insertCustomRole } from '#main/storage/store/custom-roles/custom-roles.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { type GrantablePermission, grantablePermissions, isRefused, withNeeded } from '#shared/rules/permissions.ts';
import type { OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';

let app: TestApp;
let seed: SeedData;

beforeAll(async () => {
  app = await createTestApp({ 'rate-limits': 'off' });
  seed = await createSeedData(app.app.context, await hashSeedPassword(app.app.context));
}, 120_000);
afterAll(() => app?.close());

/** What others have to be allowed; what is someone's own needs no custom role. */
const guarded: readonly OperationSpec[] = operations
  .map(({ operation }): OperationSpec => operation)
  .filter(({ auth, allow, operator }) => auth === 'bearer' && allow !== 'self' && !operator);

const inTransaction = (work: Parameters<TestApp['app']['context']['db']['transaction']>[1]) =>
  app.app.context.db.transaction({ tenant: seed.own.id }, work);

/** Gives a member who has no workspace and no other custom role one with these permissions, while `work` runs. */
const withRole = async (permissions: readonly GrantablePermission[], work: () => Promise<void>): Promise<void> => {
  const { ids, clock } = app.app.context;
  const { id: tenantId, owner, outsider } = seed.own;
  const [id, now] = [ids.id('rol'), clock.now()];
  const row = { id, tenant_id: tenantId, name: 'Tried', description: '', created_at: now, created_by: owner.id };
  await inTransaction(async (tx) => {
    await insertCustomRole(tx, { ...row, permissions: permissions.join(' ') });
    await giveToMember(tx, id, outsider.id, { by: owner.id, at: now });
  });
  try {
    await work();
  } finally {
    await inTransaction((tx) => deleteCustomRole(tx, tenantId, id));
  }
};

/** Which operations refuse the member because of their role. None of them gets an input that it could carry out. */
const refusedTo = async (): Promise<string[]> => {
  const refused: string[] = [];
  for (const operation of guarded) {
    const { tenant_id: _, ...rest } = operation.input.shape;
    const input = Object.keys(rest).length === 0 && !isRead(operation) ? undefined : { tenant_id: seed.own.id };
    if (input === undefined) continue;
    const path = Object.fromEntries([...operation.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x']));
    const { problem } = await callHttp(
      app.address,
      operation,
      { ...path, ...input },
      { token: seed.own.outsider.token },
    );
    if (problem?.code === 'FORBIDDEN') refused.push(operation.id);
  }
  return refused;
};

const refusedWith = (granted: readonly GrantablePermission[]): string[] =>
  guarded
    .filter((operation) => {
      const { tenant_id: _, ...rest } = operation.input.shape;
      return Object.keys(rest).length > 0 || isRead(operation);
    })
    .filter(({ allow }) => allow && isRefused({ role: 'member', granted }, allow))
    .map(({ id }) => id);

it('refuses a member what no custom role gives them', async () => {
  expect(await refusedTo()).toEqual(refusedWith([]));
});

it.each(grantablePermissions)('%s alone opens its operations, and no others', async (permission) => {
  const granted = withNeeded([permission]);
  const without = refusedWith([]).length;
  await withRole(granted, async () => {
    const refused = await refusedTo();
    expect(refused).toEqual(refusedWith(granted));
    // Permissions that a workspace role can give open none that wasn't open before, but more workspaces.
    if (!permission.startsWith('workspaces.')) expect(refused.length).toBeLessThan(without);
    for (const operation of guarded.filter(({ allow }) => granted.some((other) => other === allow)).filter(isRead)) {
      const row = rows[operation.id as OperationId];
      if (row.prepare) continue;
      // Whom the role doesn't let them act on, escalation.test.ts has.
      const input = {
        ...row.input(seed, seed.own.outsider),
        ...('user_id' in operation.input.shape && { user_id: seed.own.outsider.id }),
      };
      const answer = await callHttp(app.address, operation, input, { token: seed.own.outsider.token });
      expect([operation.id, answer.status, answer.problem?.code]).toEqual([
        operation.id,
        operation.http.status,
        undefined,
      ]);
    }
  });
});
