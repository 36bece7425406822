import { expect } from 'vitest';
import { createApplication } from '#e2e/support/applications.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listGroups, listGroupMembers, listGroupWorkspaces, listMemberGroups } = contract.groups;

const groupsOf = async ({ owner, read }: Cast) =>
  (await read(owner, listGroups, { tenant_id: owner.tenantId })).groups.map(({ name, description }) => [
    name,
    description,
  ]);
const membersOf = async ({ owner, read }: Cast, group: { tenant_id: string; group_id: string }) =>
  (await read(owner, listGroupMembers, group)).members.map(({ user_id }) => user_id);
const rolesOf = async ({ owner, read }: Cast, group: { tenant_id: string; group_id: string }) =>
  (await read(owner, listGroupWorkspaces, group)).workspaces.map(({ name, role }) => [name, role]);
const openGroup = async (cast: Cast, options?: Parameters<typeof createGroup>[3]) => {
  const group = await createGroup(cast.app, cast.owner, 'Design', options);
  const page = await cast.open(cast.owner, `/dashboard/team/groups/${group.group_id}`);
  return { group, page };
};

screenTest('team/group-dialogs', ['groups.createGroup'], 'creates a group, and opens it', async (cast) => {
  await createGroup(cast.app, cast.owner, 'Sales');
  const page = await cast.open(cast.owner, '/dashboard/team?tab=groups');
  await page.press('Create group');
  await page.fill('Name', 'sales');
  await page.send('Create group', 'groups.createGroup');
  await page.see('Another group already has this name');
  await page.fill('Name', 'Design');
  await page.fill('Description', 'They draw.');
  await page.send('Create group', 'groups.createGroup');
  await page.see('No workspaces yet');
  expect(await groupsOf(cast)).toEqual([
    ['Design', 'They draw.'],
    ['Sales', ''],
  ]);
});

screenTest('team/group-dialogs', ['groups.updateGroup'], 'renames a group', async (cast) => {
  const { page } = await openGroup(cast);
  await page.press('Edit group');
  await page.fill('Name', 'Design team');
  await page.send('Save group', 'groups.updateGroup');
  await page.closed();
  await page.assertCurrent('groups');
  expect(await groupsOf(cast)).toEqual([['Design team', '']]);
});

screenTest(
  'team/group-dialogs',
  ['groups.deleteGroup'],
  'deletes a group once it said who loses what',
  async (cast) => {
    const { app, owner, member } = cast;
    const { slug } = await createWorkspace(app, owner, 'North');
    const { page } = await openGroup(cast, { members: [owner.id, member.id], workspaces: { [slug]: 'Viewer' } });
    await page.press(/^Actions for/);
    await page.press('Delete group');
    await page.see('1 member will lose access to North immediately.');
    await page.see('2 members will leave the group and stay in the organization.');
    await page.send('Delete group', 'groups.deleteGroup');
    await page.closed();
    expect(await groupsOf(cast)).toEqual([]);
  },
);

screenTest(
  'team/group-dialogs',
  ['groups.deleteGroup'],
  'names the applications that a group opens, and says that they close with it',
  async (cast) => {
    const { app, owner, member } = cast;
    const { group, page: before } = await openGroup(cast, { members: [member.id] });
    expect(await before.shows(/^Members of the group can use these/)).toBe(false);
    await createApplication(app, owner, { name: 'Wiki', access: 'restricted', group_ids: [group.group_id] });
    const page = await cast.open(owner, `/dashboard/team/groups/${group.group_id}`);
    await page.find('link', 'Wiki');
    await page.press(/^Actions for/);
    await page.press('Delete group');
    await page.see('People who can open Wiki, or a part of it, only through this will lose access immediately.');
    await page.send('Delete group', 'groups.deleteGroup');
    await page.closed();
    expect(await groupsOf(cast)).toEqual([]);
  },
);

screenTest('team/add-group-members', ['groups.addGroupMembers'], 'adds several members at once', async (cast) => {
  const { app, owner, member } = cast;
  const third = await app.join(owner);
  const { group, page } = await openGroup(cast);
  const form = await page.in('form', 'Add members');
  for (const { name, email } of [member, third]) await form.choose('Members to add', `${name} (${email})`);
  await page.send('Add', 'groups.addGroupMembers', form);
  await page.see('2 members added to Design.');
  await page.assertCurrent('groups');
  expect((await membersOf(cast, group)).toSorted()).toEqual([member.id, third.id].toSorted());
});

screenTest(
  'team/group-members',
  ['groups.removeGroupMembers', 'groups.addGroupMembers'],
  'removes a member from the group at once, and undoes it',
  async (cast) => {
    const { owner, member } = cast;
    const { group, page } = await openGroup(cast, { members: [owner.id, member.id] });
    await page.send(`Remove ${member.name} from the group`, 'groups.removeGroupMembers');
    await page.see(`${member.name} removed from Design.`);
    expect(await membersOf(cast, group)).toEqual([owner.id]);
    await page.press(/^Undo/);
    await page.see(`${member.name} is back in Design.`);
    expect((await membersOf(cast, group)).toSorted()).toEqual([owner.id, member.id].toSorted());
  },
);

screenTest(
  'team/group-workspaces',
  ['groups.setGroupWorkspace', 'groups.removeGroupWorkspace'],
  'gives a group a workspace, changes the role, and takes it',
  async (cast) => {
    for (const name of ['North', 'South']) await createWorkspace(cast.app, cast.owner, name);
    const { group, page } = await openGroup(cast, { workspaces: { north: 'Viewer' } });
    const form = await page.in('form', 'Add to workspace');
    await form.choose('Workspace', 'South');
    await page.send('Add', 'groups.setGroupWorkspace', form);
    await page.choose('Role in South', 'Admin');
    await page.settled();
    expect(await rolesOf(cast, group)).toEqual([
      ['North', 'Viewer'],
      ['South', 'Admin'],
    ]);
    await page.press('Remove the group from North');
    await page.send('Remove', 'groups.removeGroupWorkspace');
    await page.closed();
    expect(await rolesOf(cast, group)).toEqual([['South', 'Admin']]);
  },
);

screenTest(
  'team/add-to-group-dialog',
  ['groups.addGroupMembers'],
  'adds a member to a group from their page',
  async (cast) => {
    const { app, owner, member, open, read } = cast;
    await createGroup(app, owner, 'Design');
    const page = await open(owner, `/dashboard/team/${member.id}`);
    await page.see('Not in any group.');
    await page.press('Add to group');
    await page.choose('Group', 'Design');
    await page.press('Add to group');
    await page.closed();
    const { groups } = await read(owner, listMemberGroups, { tenant_id: owner.tenantId, user_id: member.id });
    expect(groups.map(({ name }) => name)).toEqual(['Design']);
  },
);

screenTest('workspaces/workspace-members', [], 'says through which groups someone may enter', async (cast) => {
  const { app, owner, member, open } = cast;
  const { slug } = await createWorkspace(app, owner, 'North');
  await createGroup(app, owner, 'Design', { members: [member.id], workspaces: { [slug]: 'Viewer' } });
  const page = await open(owner, `/dashboard/workspaces/${slug}?tab=members`);
  await page.find('button', `Remove ${member.name} from the workspace`);
  expect(await page.shows('Through Design')).toBe(true);
});
