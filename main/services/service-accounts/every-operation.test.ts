import { beforeAll, describe, expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { type OperationSpec, serviceScopeOf } from '#shared/contract/operation.ts';
import { serviceAccountLimits } from '#shared/rules/limits.ts';
import { type GrantablePermission, isRefused, serviceScopes } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const { serviceAccounts } = contract;

let owner: Person;
let elsewhere: string;
let anywhere: string;
beforeAll(async () => {
  owner = await app.owner();
  const all = { role: 'admin' as const, scopes: [...serviceScopes] };
  ({ key: elsewhere } = await createServiceAccount(app, owner, { ...all, addresses: ['203.0.113.0/24'] }));
  ({ key: anywhere } = await createServiceAccount(app, owner, all));
});

/** What an operation refuses a key with. It gets as far as its input, if it doesn't. */
const refusalOf = async (operation: OperationSpec, token: string): Promise<string | undefined> => {
  try {
    await app.call(operation, { tenant_id: owner.tenantId } as never, { token });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
};

const admitted = operations
  .map(({ operation }): OperationSpec => operation)
  .filter(({ auth }) => auth !== 'none')
  .map((operation) => [operation.id, operation] as const);

describe.each(admitted)('%s', (_id, operation) => {
  it('is refused to a service account that calls from elsewhere, and if it is for people, from anywhere', async () => {
    expect(await refusalOf(operation, elsewhere)).toBe('ADDRESS_NOT_ALLOWED');
    const isForPeople = serviceScopeOf(operation) === undefined;
    expect((await refusalOf(operation, anywhere)) === 'SERVICE_ACCOUNT_REFUSED').toBe(isForPeople);
  });
});

describe('a service account whose custom role was taken', () => {
  /** What a member may do by a custom role alone. */
  const beyond = serviceScopes.filter((scope) => isRefused({ role: 'member', granted: [] }, scope));
  const opened = admitted.filter(([, operation]) => beyond.some((scope) => scope === serviceScopeOf(operation)));
  const account = perFile(async () => {
    const made = await createServiceAccount(app, owner, { role: 'member', scopes: ['team.read'] });
    const by = { token: owner.token };
    const held = { tenant_id: owner.tenantId, holder_id: made.account_id };
    const { role_id } = await createCustomRole(app, owner, beyond as GrantablePermission[], [made.account_id]);
    const scopes = {
      tenant_id: owner.tenantId,
      account_id: made.account_id,
      scopes: ['team.read' as const, ...beyond],
    };
    await app.call(serviceAccounts.updateServiceAccount, { ...scopes, password: owner.password }, by);
    const before = new Map<string, string | undefined>();
    for (const [id, operation] of opened) before.set(id, await refusalOf(operation, made.key));
    await app.call(contract.customRoles.unassignCustomRole, { ...held, role_id }, by);
    return { ...made, before };
  });

  it('keeps its scopes, so that the role can be given again', async () => {
    const found = await app.call(
      serviceAccounts.getServiceAccount,
      { tenant_id: owner.tenantId, account_id: account.account_id },
      { token: owner.token },
    );
    expect(found.scopes).toEqual(['team.read', ...beyond]);
    expect(opened.length).toBeGreaterThan(beyond.length);
  });

  it.each(opened)('gets nothing by a scope that its role no longer covers: %s', async (id, operation) => {
    expect(account.before.get(id)).not.toBe('FORBIDDEN');
    expect(await refusalOf(operation, account.key)).toBe('FORBIDDEN');
  });
});

it('a key is not rolled beyond the bound, nor given a workspace that does not exist', async () => {
  const { account_id, key_id } = await createServiceAccount(app, owner);
  const target = { tenant_id: owner.tenantId, account_id };
  const key = { ...target, name: 'Another', password: owner.password };
  for (let count = 1; count < serviceAccountLimits.keys; count += 1) {
    await app.call(serviceAccounts.createServiceAccountKey, key, { token: owner.token });
  }
  const roll = { ...target, key_id, overlap_hours: 1, password: owner.password };
  await failsWith(
    app.call(serviceAccounts.rollServiceAccountKey, roll, { token: owner.token }),
    'TOO_MANY_SERVICE_KEYS',
  );
  const change = { ...target, workspace_ids: ['ws_missing'] };
  await failsWith(
    app.call(serviceAccounts.updateServiceAccount, change, { token: owner.token }),
    'WORKSPACE_NOT_FOUND',
  );
});
