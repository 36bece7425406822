import { expect } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { createWorkspace, getWorkspace, listWorkspaceMembers, listWorkspaces } = contract.workspaces;

/** Two workspaces, and a page of the second. */
const openSouth = async ({ app, owner, open }: Cast, tab: string) => {
  const { tenantId: tenant_id, token } = owner;
  for (const name of ['North', 'South']) await app.call(createWorkspace, { tenant_id, name }, { token });
  return open(owner, `/dashboard/workspaces/south?tab=${tab}`);
};
const workspaceOf = ({ owner, read }: Cast, slug: string) =>
  read(owner, getWorkspace, { tenant_id: owner.tenantId, slug });
const rolesOf = async ({ owner, read }: Cast, slug: string) => {
  const { members } = await read(owner, listWorkspaceMembers, { tenant_id: owner.tenantId, slug });
  return Object.fromEntries(members.map(({ email, role }) => [email, role]));
};

screenTest(
  'workspaces/new-workspace-page',
  ['workspaces.createWorkspace'],
  'creates a workspace at the address that was chosen',
  async (cast) => {
    const page = await cast.open(cast.owner, '/dashboard/workspaces/new');
    await page.fill('Name', 'Far North');
    await page.fill('Address', 'arctic');
    await page.send('Create workspace', 'workspaces.createWorkspace');
    expect(await workspaceOf(cast, 'arctic')).toMatchObject({ name: 'Far North', my_role: 'Admin' });
  },
);

screenTest(
  'workspaces/settings-tab',
  ['workspaces.updateWorkspace'],
  'changes name, description and address',
  async (cast) => {
    const page = await openSouth(cast, 'settings');
    await page.fill('Name', 'Deep South');
    await page.fill('Description', 'Below the equator');
    await page.fill('Address', 'deep-south');
    await page.send('Save workspace', 'workspaces.updateWorkspace');
    await page.see('Workspace saved.');
    expect(await workspaceOf(cast, 'deep-south')).toMatchObject({
      name: 'Deep South',
      description: 'Below the equator',
    });
    expect(await workspaceOf(cast, 'north')).toMatchObject({ name: 'North', description: '' });
  },
);

screenTest(
  'workspaces/delete-workspace-dialog',
  ['workspaces.deleteWorkspace'],
  'deletes the workspace once its name is typed',
  async ({ owner, read, ...rest }) => {
    const page = await openSouth({ owner, read, ...rest }, 'settings');
    await page.press('Actions for South');
    await page.press('Delete workspace');
    await page.press('Delete workspace');
    expect(page.sent.some(({ path }) => path === 'workspaces.deleteWorkspace')).toBe(false);
    await page.fill('Type “South” to confirm', 'South');
    await page.press('Cancel');
    await page.closed();
    await page.press('Actions for South');
    await page.press('Delete workspace');
    expect((await page.field('Type “South” to confirm')).value).toBe('');
    await page.fill('Type “South” to confirm', 'South');
    await page.send('Delete workspace', 'workspaces.deleteWorkspace');
    await page.closed();
    const { workspaces } = await read(owner, listWorkspaces, { tenant_id: owner.tenantId });
    expect(workspaces.map(({ name }) => name)).toEqual(['North']);
  },
);

screenTest(
  'workspaces/workspace-health',
  [],
  'names nobody for the score that a workspace begins with',
  async (cast) => {
    const { app, owner, open } = cast;
    const { tenantId: tenant_id, token } = owner;
    await app.call(contract.workspaces.createWorkspace, { tenant_id, name: 'West' }, { token });
    const page = await open(owner, '/dashboard/workspaces/west');
    await page.see('Every workspace starts with this score. It hasn’t been changed.');
    await page.see('At creation');
  },
);

screenTest('workspaces/workspace-health', ['workspaces.updateWorkspace'], 'sets the score', async (cast) => {
  const page = await openSouth(cast, 'overview');
  await page.press('Change score');
  await page.fill('Health score', '42');
  await page.send('Save score', 'workspaces.updateWorkspace');
  await page.closed();
  expect((await workspaceOf(cast, 'south')).health_score).toBe(42);
  expect((await workspaceOf(cast, 'north')).health_score).not.toBe(42);
});

screenTest(
  'workspaces/workspace-members',
  ['workspaces.setWorkspaceMember', 'workspaces.removeWorkspaceMember'],
  'adds someone with a role, changes it, and removes them',
  async (cast) => {
    const { owner, member } = cast;
    const page = await openSouth(cast, 'members');
    const form = await page.in('form', 'Add a member');
    await form.choose('Member', `${member.name} (${member.email})`);
    await form.choose('Role', 'Viewer');
    await page.send('Add', 'workspaces.setWorkspaceMember', form);
    expect(await rolesOf(cast, 'south')).toEqual({ [owner.email]: 'Admin', [member.email]: 'Viewer' });
    await page.choose(`Role of ${member.name} in the workspace`, 'Member');
    await page.settled();
    expect(await rolesOf(cast, 'south')).toMatchObject({ [member.email]: 'Member' });
    await page.send(`Remove ${member.name} from the workspace`, 'workspaces.removeWorkspaceMember');
    await page.press(/^Undo/);
    await page.see(`${member.name} is back in South.`);
    expect(await rolesOf(cast, 'south')).toMatchObject({ [member.email]: 'Member' });
    await page.send(`Remove ${member.name} from the workspace`, 'workspaces.removeWorkspaceMember');
    await page.assertCurrent('workspaces');
    expect(await rolesOf(cast, 'south')).toEqual({ [owner.email]: 'Admin' });
    expect(await rolesOf(cast, 'north')).toEqual({ [owner.email]: 'Admin' });
  },
);

screenTest('workspaces/workspaces-page', [], 'lists workspaces with their members and your role', async (cast) => {
  const { app, owner, open } = cast;
  const created = { tenant_id: owner.tenantId, name: 'North', description: '' };
  await app.call(contract.workspaces.createWorkspace, created, { token: owner.token });
  const page = await open(owner, '/dashboard/workspaces');
  await page.find('columnheader', 'Your role');
  const row = (await page.find('link', 'North')).closest('tr');
  const cells = [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
  expect(cells.slice(1, 3)).toEqual(['1', 'Admin']);
});
