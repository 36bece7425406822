import { expect } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listCustomRoles, listHeldCustomRoles, getCustomRole } = contract.customRoles;
const address = '/dashboard/team?tab=roles';

const rolesOf = async ({ owner, read }: Cast) =>
  (await read(owner, listCustomRoles, { tenant_id: owner.tenantId })).custom_roles.map(
    ({ name, description, permissions }) => [name, description, permissions],
  );
const heldBy = async ({ owner, read }: Cast, holder_id: string) =>
  (await read(owner, listHeldCustomRoles, { tenant_id: owner.tenantId, holder_id })).custom_roles.map(
    ({ role_id, group }) => [role_id, group?.name],
  );
/** A custom role, with the name that screens show. */
const namedRole = async ({ app, owner, read }: Cast, ...given: [Parameters<typeof createCustomRole>[2], string[]?]) => {
  const of = await createCustomRole(app, owner, ...given);
  return { ...of, ...(await read(owner, getCustomRole, of)) };
};

screenTest(
  'team/custom-role-dialogs',
  ['customRoles.createCustomRole'],
  'creates a custom role, and takes what its permissions need',
  async (cast) => {
    const page = await cast.open(cast.owner, address);
    await page.see('No custom roles yet');
    await page.press('Create custom role');
    await page.fill('Name', 'Auditor');
    await page.fill('Description', 'Reads along.');
    await page.press('Read, verify and export the audit log');
    await page.press('Change a workspace and its members');
    await page.send('Create custom role', 'customRoles.createCustomRole');
    await page.closed();
    await page.assertCurrent('customRoles');
    const permissions = ['audit.read', 'workspaces.read', 'workspaces.health', 'workspaces.settings'];
    expect(await rolesOf(cast)).toEqual([['Auditor', 'Reads along.', permissions]]);
  },
);

screenTest(
  'team/custom-role-dialogs',
  ['customRoles.updateCustomRole'],
  'changes a custom role, and takes away what needs a permission that is gone',
  async (cast) => {
    const other = await namedRole(cast, ['mail.manage']);
    const role = await namedRole(cast, ['audit.read', 'workspaces.manage']);
    const page = await cast.open(cast.owner, address);
    await page.press(`Actions for ${role.name}`);
    await page.press('Edit custom role');
    await page.fill('Name', other.name.toUpperCase());
    await page.send('Save custom role', 'customRoles.updateCustomRole');
    await page.see('Another custom role already has this name');
    await page.fill('Name', 'Auditor');
    await page.press('Open a workspace');
    await page.send('Save custom role', 'customRoles.updateCustomRole');
    await page.closed();
    await page.assertCurrent('customRoles');
    expect(await rolesOf(cast)).toEqual([
      ['Auditor', '', ['audit.read']],
      [other.name, '', ['mail.manage']],
    ]);
  },
);

screenTest(
  'team/custom-role-dialogs',
  ['customRoles.deleteCustomRole'],
  'deletes a custom role once it said who loses it',
  async (cast) => {
    const { app, owner, member } = cast;
    const { group_id } = await createGroup(app, owner, 'Design', { members: [member.id] });
    const { account_id } = await createServiceAccount(app, owner);
    const other = await namedRole(cast, ['mail.manage'], [member.id]);
    const role = await namedRole(cast, ['audit.read'], [group_id, account_id]);
    const page = await cast.open(owner, address);
    await page.press(`Actions for ${role.name}`);
    await page.press('Delete custom role');
    await page.see('1 person will lose the permissions that only this role gives them, immediately.');
    await page.see('1 group will no longer have this role.');
    await page.see('1 service account will lose the permissions that only this role gives it.');
    await page.send('Delete custom role', 'customRoles.deleteCustomRole');
    await page.closed();
    expect(await rolesOf(cast)).toEqual([[other.name, '', ['mail.manage']]]);
  },
);

screenTest(
  'team/assign-custom-role',
  ['customRoles.assignCustomRole'],
  'assigns a custom role on the page of a member, beside what they have through a group',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const { group_id } = await createGroup(app, owner, 'Design', { members: [member.id] });
    const given = await namedRole(cast, ['mail.manage'], [group_id]);
    const role = await namedRole(cast, ['audit.read']);
    const page = await open(owner, `/dashboard/team/${member.id}`);
    await page.see('Through');
    expect(await page.has('button', `Unassign ${given.name}`)).toBe(false);
    await page.choose('Custom role', role.name);
    await page.send('Assign', 'customRoles.assignCustomRole');
    await page.find('button', `Unassign ${role.name}`);
    await page.assertCurrent('customRoles');
    expect(await heldBy(cast, member.id)).toEqual([
      [role.role_id, undefined],
      [given.role_id, 'Design'],
    ]);
    expect(await heldBy(cast, owner.id)).toEqual([]);
  },
);

screenTest(
  'team/held-custom-roles',
  ['customRoles.unassignCustomRole'],
  'unassigns the role of the row from a group',
  async (cast) => {
    const { app, owner, open } = cast;
    const { group_id } = await createGroup(app, owner, 'Design');
    const kept = await namedRole(cast, ['mail.manage'], [group_id]);
    const role = await namedRole(cast, ['audit.read'], [group_id]);
    const page = await open(owner, `/dashboard/team/groups/${group_id}`);
    await page.press(`Unassign ${role.name}`);
    await page.send('Unassign', 'customRoles.unassignCustomRole');
    await page.closed();
    await page.assertCurrent('customRoles');
    expect(await heldBy(cast, group_id)).toEqual([[kept.role_id, undefined]]);
  },
);

screenTest(
  'team/assign-custom-role',
  ['customRoles.assignCustomRole'],
  'assigns a custom role to a service account',
  async (cast) => {
    const { app, owner, open } = cast;
    const { account_id } = await createServiceAccount(app, owner);
    const role = await namedRole(cast, ['audit.read']);
    const page = await open(owner, '/dashboard/settings?tab=service-accounts');
    await page.press('Actions for Robot');
    await page.press('Custom roles');
    await page.choose('Custom role', role.name);
    await page.send('Assign', 'customRoles.assignCustomRole');
    await page.find('button', `Unassign ${role.name}`);
    expect(await heldBy(cast, account_id)).toEqual([[role.role_id, undefined]]);
  },
);

screenTest(
  'team/custom-roles-section',
  [],
  'shows members the custom roles, without what they may not do',
  async (cast) => {
    const { member, open } = cast;
    const role = await namedRole(cast, ['audit.read'], [member.id]);
    const page = await open(member, address);
    const list = await page.in('list', 'Custom roles');
    for (const text of [role.name, 'Read, verify and export the audit log', '1 member']) await list.see(text);
    expect(await page.has('button', 'Create custom role')).toBe(false);
    expect(await page.has('button', `Actions for ${role.name}`)).toBe(false);
    const own = await open(member, `/dashboard/team/${member.id}`);
    expect(await own.has('form', 'Assign a custom role')).toBe(false);
  },
);

screenTest('team/held-custom-roles', [], 'says what someone can’t give because they don’t have it', async (cast) => {
  const { app, owner, member, open } = cast;
  const colleague = await app.join(owner);
  await createCustomRole(app, owner, ['roles.manage'], [member.id]);
  const beyond = await namedRole(cast, ['audit.read']);
  const within = await namedRole(cast, ['roles.manage'], [colleague.id]);
  const page = await open(member, `/dashboard/team/${colleague.id}`);
  await page.find('button', `Unassign ${within.name}`);
  await page.see(`You can’t assign ${beyond.name}: these roles have permissions that you don’t have.`);
  const owners = await open(member, `/dashboard/team/${owner.id}`);
  await owners.see('Only owners can change an owner’s custom roles');
  expect(await owners.has('form', 'Assign a custom role')).toBe(false);
  const list = await open(member, address);
  await list.press('Create custom role');
  await list.see('You can’t give these permissions because you don’t have them:');
  expect(await list.has('checkbox', 'Read, verify and export the audit log')).toBe(false);
  expect(await list.has('checkbox', 'Manage custom roles, within their own permissions')).toBe(true);
});

screenTest(
  'team/member-permissions',
  [],
  'says where a permission comes from, and what would give another',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const { slug } = await createWorkspace(app, owner, 'North');
    const { group_id } = await createGroup(app, owner, 'Design', {
      members: [member.id],
      workspaces: { [slug]: 'Viewer' },
    });
    const role = await namedRole(cast, ['audit.read'], [group_id]);
    const page = await open(owner, `/dashboard/team/${member.id}`);
    await page.see('No.');
    await page.see('The role Admin');
    await page.see('A custom role with this permission. There is none yet');
    await page.choose('Permission', 'Read, verify and export the audit log');
    await page.see('Yes, in the whole organization.');
    await page.see(`The custom role ${role.name}, through the group Design`);
    await page.choose('Permission', 'Open a workspace');
    await page.see('Yes, in some workspaces.');
    await page.see('The role Viewer in North, through the group Design');
  },
);
