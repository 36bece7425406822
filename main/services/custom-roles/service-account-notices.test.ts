import { expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(() => createTestService());
const { customRoles } = contract;

it('owners hear of a custom role by which keys of a service account open more, and of no other', async () => {
  const owner = await app.owner();
  const { account_id } = await createServiceAccount(app, owner, { scopes: ['team.read', 'workspaces.read'] });
  const told = async () =>
    (await mailsTo(app, owner.email)).filter(({ kind }) => kind === 'service_account_changed').length;
  const before = await told();
  const update = (role: { tenant_id: string; role_id: string }, permissions: ('audit.read' | 'workspaces.read')[]) =>
    app.call(customRoles.updateCustomRole, { ...role, permissions }, { token: owner.token });
  const role = await createCustomRole(app, owner, ['audit.read'], [account_id]);
  expect(await told()).toBe(before);
  await update(role, ['audit.read', 'workspaces.read']);
  expect(await told()).toBe(before + 1);
  const other = await createCustomRole(app, owner, ['workspaces.read'], [account_id]);
  await update(role, ['audit.read']);
  expect(await told()).toBe(before + 1);
  await app.call(customRoles.unassignCustomRole, { ...other, holder_id: account_id }, { token: owner.token });
  await app.call(customRoles.assignCustomRole, { ...other, holder_id: account_id }, { token: owner.token });
  expect(await told()).toBe(before + 2);
});

it('owners hear of each of several service accounts that a custom role opens more to', async () => {
  const owner = await app.owner();
  const scopes = [['team.read'], ['workspaces.read'], ['team.read'], ['workspaces.read', 'team.read']] as const;
  const accounts: string[] = [];
  for (const [index, own] of scopes.entries()) {
    const { account_id } = await createServiceAccount(app, owner, { name: `Robot ${index}`, scopes: [...own] });
    accounts.push(account_id);
  }
  const role = await createCustomRole(app, owner, ['audit.read'], accounts);
  const permissions = ['audit.read' as const, 'workspaces.read' as const];
  await app.call(customRoles.updateCustomRole, { ...role, permissions }, { token: owner.token });
  const told = (await mailsTo(app, owner.email)).filter(({ kind }) => kind === 'service_account_changed');
  const named = told.map(({ subject }) => subject.slice(-'Robot 0'.length));
  expect(named.toSorted()).toEqual(['Robot 1', 'Robot 3']);
});
