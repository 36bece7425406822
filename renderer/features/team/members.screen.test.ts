import { expect, vi } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listMembers } = contract.team;
const address = '/dashboard/team';

const rolesOf = async ({ owner, read }: Cast) => {
  const { users } = await read(owner, listMembers, { tenant_id: owner.tenantId });
  return Object.fromEntries(users.map(({ email, role }) => [email, role]));
};

screenTest('team/use-role-change', ['team.changeRole'], 'changes the role of one member in place', async (cast) => {
  const { app, owner, member, open } = cast;
  const third = await app.join(owner);
  const page = await open(owner, address);
  await page.choose(`Role of ${member.name}`, 'Admin');
  await page.see(`${member.name} is now an admin.`);
  expect(await rolesOf(cast)).toEqual({ [owner.email]: 'owner', [member.email]: 'admin', [third.email]: 'member' });
});

screenTest(
  'team/use-role-change',
  ['team.changeRole', 'team.changeRoles'],
  'takes a change back, and shows the old role again if the service fails',
  async (cast) => {
    const { owner, member, open } = cast;
    const page = await open(owner, address);
    page.answer('team.changeRole', () => Promise.reject(new TypeError('Failed to fetch')));
    await page.choose(`Role of ${member.name}`, 'Admin');
    await page.see(`Couldn’t change ${member.name}’s role`);
    expect((await page.field(`Role of ${member.name}`)).value).toBe('member');
    page.answer('team.changeRole');
    await page.choose(`Role of ${member.name}`, 'Admin');
    await page.press(/^Undo/);
    await page.see('Roles restored.');
    expect(await rolesOf(cast)).toMatchObject({ [member.email]: 'member' });
  },
);

screenTest(
  'team/use-role-change',
  ['team.changeRoles'],
  'doesn’t take back a role that someone has changed since, and says so',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const page = await open(owner, address);
    await page.choose(`Role of ${member.name}`, 'Admin');
    await page.see(`${member.name} is now an admin.`);
    const { tenantId: tenant_id, token } = owner;
    await app.call(contract.team.changeRole, { tenant_id, user_id: member.id, role: 'owner' }, { token });
    await page.press(/^Undo/);
    await page.see('1 role wasn’t restored');
    expect(await rolesOf(cast)).toMatchObject({ [member.email]: 'owner' });
  },
);

screenTest('team/use-role-change', [], 'shows what the role is by now if it can’t be changed', async (cast) => {
  const { app, owner, member, open } = cast;
  const page = await open(owner, address);
  await page.field(`Role of ${member.name}`);
  const removal = { tenant_id: owner.tenantId, user_ids: [member.id] };
  await app.call(contract.team.removeMembers, removal, { token: owner.token });
  await page.choose(`Role of ${member.name}`, 'Admin');
  await page.see(`Couldn’t change ${member.name}’s role`);
  await page.assertCurrent('team');
});

screenTest('team/use-role-change', [], 'changes no role by a key alone, which opens the list', async (cast) => {
  const { owner, member, open } = cast;
  const page = await open(owner, address);
  const list = await page.field(`Role of ${member.name}`);
  const opened = vi.fn();
  Object.assign(list, { showPicker: opened });
  const press = (key: string, held: KeyboardEventInit = {}) =>
    list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
  for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageUp', 'PageDown', 'a'])
    expect([key, press(key)]).toEqual([key, false]);
  expect(opened).toHaveBeenCalledTimes(7);
  for (const key of ['Tab', 'Enter', ' ']) expect([key, press(key)]).toEqual([key, true]);
  expect(press('ArrowDown', { altKey: true })).toBe(true);
  expect(opened).toHaveBeenCalledTimes(7);
});

screenTest('team/bulk-role-dialog', ['team.changeRoles'], 'gives those selected a role', async (cast) => {
  const { app, owner, member, open } = cast;
  const third = await app.join(owner);
  const page = await open(owner, address);
  await page.press(`Select ${member.name}`);
  await page.press('Change role');
  await page.choose('New role', 'Admin');
  await page.press('Change 1 role');
  await page.closed();
  expect(await rolesOf(cast)).toEqual({ [owner.email]: 'owner', [member.email]: 'admin', [third.email]: 'member' });
});

screenTest('team/members-table', [], 'selects with Shift all rows between two, and counts on tabs', async (cast) => {
  const { app, owner, member, open } = cast;
  await Promise.all([app.join(owner), app.join(owner), app.join(owner)]);
  const page = await open(owner, address);
  await page.find('tab', 'Members 5');
  await page.find('checkbox', `Select ${member.name}`);
  const boxes = [...document.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')].map(
    (box) => box.getAttribute('aria-label') ?? '',
  );
  expect(boxes).toHaveLength(5);
  const chosen = () =>
    [...document.querySelectorAll<HTMLInputElement>('tbody input:checked')].map((box) =>
      box.getAttribute('aria-label'),
    );
  await page.press(boxes[3] ?? '');
  await page.keys('{Shift>}');
  await page.press(boxes[1] ?? '');
  expect(chosen()).toEqual(boxes.slice(1, 4));
  await page.press(boxes[2] ?? '');
  await page.keys('{/Shift}');
  expect(chosen()).toEqual([boxes[3]]);
  await page.press(boxes[0] ?? '');
  expect(chosen()).toEqual([boxes[0], boxes[3]]);
});

screenTest('team/workspace-dialog', ['workspaces.setWorkspaceMember'], 'adds those selected', async (cast) => {
  const { app, owner, member, open, read } = cast;
  const { tenantId: tenant_id, token } = owner;
  await app.call(contract.workspaces.createWorkspace, { tenant_id, name: 'North' }, { token });
  const page = await open(owner, address);
  await page.press(`Select ${member.name}`);
  await page.press('Add to workspace');
  await page.choose('Workspace', 'North');
  await page.choose('Role', 'Viewer');
  await page.press('Add to workspace');
  await page.closed();
  const { workspaces } = await read(owner, contract.team.listMemberWorkspaces, { tenant_id, user_id: member.id });
  expect(workspaces).toMatchObject([{ name: 'North', role: 'Viewer' }]);
});

screenTest('team/removal-dialog', ['team.removeMembers'], 'removes the member of the row', async (cast) => {
  const { app, owner, member, open } = cast;
  const third = await app.join(owner);
  const page = await open(owner, address);
  await page.press(`Actions for ${member.name}`);
  await page.press('Remove member');
  await page.press('Remove member');
  await page.closed();
  expect(await rolesOf(cast)).toEqual({ [owner.email]: 'owner', [third.email]: 'member' });
});

screenTest(
  'team/removal-dialog',
  ['team.removeMembers'],
  'says whom it didn’t remove and why, and removes nobody while the service can’t be reached',
  async (cast) => {
    const { owner, member, open } = cast;
    const page = await open(owner, address);
    await page.press(`Actions for ${member.name}`);
    await page.press('Remove member');
    page.answer('team.removeMembers', () => Promise.reject(new TypeError('Failed to fetch')));
    await page.press('Remove member');
    await page.see(/Castellan didn’t respond/);
    await page.keys('{Escape}');
    await page.closed();
    expect(await rolesOf(cast)).toMatchObject({ [member.email]: 'member' });
    page.answer('team.removeMembers');
    await page.press(`Actions for ${member.name}`);
    await page.press('Remove member');
    await page.press('Remove member');
    await page.closed();
    expect(Object.keys(await rolesOf(cast))).toEqual([owner.email]);
  },
);
