import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { customRoleLimits } from '#shared/rules/limits.ts';

const app = perFile(async () => {
  const service = await createTestService();
  return Object.assign(service, { owner: await service.owner() });
});
const { customRoles, audit, groups, profile, serviceAccounts, team, workspaces } = contract;
const at = () => ({ tenant_id: app.owner.tenantId });
const by = ({ token }: { token: string }) => ({ token });
const readsLog = (person: { token: string }) => app.call(audit.listAuditEvents, { ...at(), limit: 1 }, by(person));
const grantedTo = async (person: Person) => (await app.call(profile.getMe, {}, by(person))).granted;

describe('a custom role', () => {
  it('gives a member what it lists from their next request on, until it is taken', async () => {
    const person = await app.join(app.owner);
    const role = await createCustomRole(app, app.owner, ['audit.read']);
    const held = { ...role, holder_id: person.id };
    await failsWith(readsLog(person), 'FORBIDDEN');
    await app.call(customRoles.assignCustomRole, held, by(app.owner));
    await readsLog(person);
    expect(await grantedTo(person)).toEqual(['audit.read']);
    await app.call(customRoles.updateCustomRole, { ...role, permissions: ['settings.read'] }, by(app.owner));
    await failsWith(readsLog(person), 'FORBIDDEN');
    await app.call(customRoles.updateCustomRole, { ...role, permissions: ['audit.read'] }, by(app.owner));
    await readsLog(person);
    await app.call(customRoles.unassignCustomRole, held, by(app.owner));
    await failsWith(readsLog(person), 'FORBIDDEN');
    await failsWith(app.call(customRoles.unassignCustomRole, held, by(app.owner)), 'NOT_FOUND');
  });

  it('holds by a group as long as the person, the group and the role belong together', async () => {
    const person = await app.join(app.owner);
    const group = await createGroup(app, app.owner, 'Auditors', { members: [person.id] });
    const role = await createCustomRole(app, app.owner, ['audit.read'], [group.group_id]);
    await readsLog(person);
    const listed = await app.call(customRoles.listHeldCustomRoles, { ...at(), holder_id: person.id }, by(app.owner));
    expect(listed.custom_roles).toMatchObject([
      { role_id: role.role_id, permissions: ['audit.read'], group: { group_id: group.group_id, name: 'Auditors' } },
    ]);
    const user_ids = [person.id];
    await app.call(groups.removeGroupMembers, { ...group, user_ids }, by(app.owner));
    await failsWith(readsLog(person), 'FORBIDDEN');
    await app.call(groups.addGroupMembers, { ...group, user_ids }, by(app.owner));
    await readsLog(person);
    await app.call(groups.deleteGroup, group, by(app.owner));
    await failsWith(readsLog(person), 'FORBIDDEN');
  });

  it('says before it is deleted who would lose it, each once, and takes it from them', async () => {
    const [person, both] = [await app.join(app.owner), await app.join(app.owner)];
    // A guest has nothing by it.
    const guest = await app.join(app.owner);
    await app.call(team.setGuest, { ...at(), user_id: guest.id, guest: true }, by(app.owner));
    const group = await createGroup(app, app.owner, 'Twice', { members: [both.id, guest.id] });
    const { account_id } = await createServiceAccount(app, app.owner, { name: 'Robot' });
    const role = await createCustomRole(
      app,
      app.owner,
      ['audit.read'],
      [person.id, both.id, group.group_id, account_id],
    );
    const preview = await app.call(customRoles.previewCustomRoleDeletion, role, by(app.owner));
    expect(preview).toEqual({ people: 2, groups: 1, service_accounts: 1, applications: [] });
    const { holders } = await app.call(customRoles.listCustomRoleHolders, role, by(app.owner));
    expect(holders.map(({ kind }) => kind).toSorted()).toEqual(['group', 'service_account', 'user', 'user']);
    await app.call(customRoles.deleteCustomRole, role, by(app.owner));
    for (const one of [person, both]) await failsWith(readsLog(one), 'FORBIDDEN');
    await failsWith(app.call(customRoles.getCustomRole, role, by(app.owner)), 'NOT_FOUND');
  });

  it('includes what its permissions need, in all workspaces', async () => {
    const person = await app.join(app.owner);
    const { slug } = await createWorkspace(app, app.owner, 'Anywhere');
    const set = (health_score: number) =>
      app.call(workspaces.updateWorkspace, { ...at(), slug, health_score }, by(person));
    await failsWith(set(7), 'NOT_FOUND');
    const role = await createCustomRole(app, app.owner, ['workspaces.health'], [person.id]);
    const { permissions } = await app.call(customRoles.getCustomRole, role, by(person));
    expect(permissions).toEqual(['workspaces.read', 'workspaces.health']);
    expect((await set(7)).health_score).toBe(7);
    await failsWith(app.call(workspaces.updateWorkspace, { ...at(), slug, name: 'No' }, by(person)), 'FORBIDDEN');
  });

  it('has a name of its own, and an organization has only so many', async () => {
    const name = 'Read  the LOG';
    const create = (wanted: string) =>
      app.call(customRoles.createCustomRole, { ...at(), name: wanted, permissions: ['audit.read'] }, by(app.owner));
    const { role_id } = await create(name);
    await failsWith(create('read the log'), 'CUSTOM_ROLE_NAME_TAKEN');
    const renamed = await app.call(customRoles.updateCustomRole, { ...at(), role_id, name: 'Other' }, by(app.owner));
    expect(renamed).toMatchObject({ name: 'Other', permissions: ['audit.read'] });
    const another = await create('Another');
    const taken = { ...at(), role_id: another.role_id, name: 'OTHER' };
    await failsWith(app.call(customRoles.updateCustomRole, taken, by(app.owner)), 'CUSTOM_ROLE_NAME_TAKEN');
    const { total } = await app.call(customRoles.listCustomRoles, at(), by(app.owner));
    for (let more = total; more < customRoleLimits.perTenant; more += 1) await create(`Role no. ${more}`);
    await failsWith(create('One more'), 'TOO_MANY_CUSTOM_ROLES');
  });
});

describe('keys', () => {
  it('of a person go no further than their custom roles, now', async () => {
    const person = await app.join(app.owner);
    await failsWith(createKey(app, person, { scopes: ['audit.read'] }), 'VALIDATION_FAILED');
    const { custom_roles } = await app.call(customRoles.listCustomRoles, { ...at(), q: 'Other' }, by(app.owner));
    const held = { ...at(), role_id: custom_roles[0]?.role_id ?? '', holder_id: person.id };
    await app.call(customRoles.assignCustomRole, held, by(app.owner));
    const { key } = await createKey(app, person, { scopes: ['audit.read'] });
    await readsLog({ token: key });
    await app.call(customRoles.unassignCustomRole, held, by(app.owner));
    await failsWith(readsLog({ token: key }), 'FORBIDDEN');
  });

  it('of a service account need the scope and the role', async () => {
    const { account_id, key } = await createServiceAccount(app, app.owner, { name: 'By role' });
    const { custom_roles } = await app.call(customRoles.listCustomRoles, { ...at(), q: 'Other' }, by(app.owner));
    const held = { ...at(), role_id: custom_roles[0]?.role_id ?? '', holder_id: account_id };
    const widen = { ...at(), account_id, scopes: ['audit.read' as const], password: app.owner.password };
    await failsWith(app.call(serviceAccounts.updateServiceAccount, widen, by(app.owner)), 'VALIDATION_FAILED');
    await app.call(customRoles.assignCustomRole, held, by(app.owner));
    await failsWith(readsLog({ token: key }), 'SCOPE_REQUIRED');
    await app.call(serviceAccounts.updateServiceAccount, widen, by(app.owner));
    await readsLog({ token: key });
    await app.call(customRoles.unassignCustomRole, held, by(app.owner));
    await failsWith(readsLog({ token: key }), 'FORBIDDEN');
  });
});
