import { expect, vi } from 'vitest';
import { type Cast, screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listInvitations, listMembers, lookupInvitation } = contract.team;
const address = '/dashboard/team';

const rolesOf = async ({ owner, read }: Cast) => {
  const { users } = await read(owner, listMembers, { tenant_id: owner.tenantId });
  return Object.fromEntries(users.map(({ email, role }) => [email, role]));
};

const invitationsOf = async ({ owner, read }: Cast) =>
  (await read(owner, listInvitations, { tenant_id: owner.tenantId, q: 'example.org' })).invitations;

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

screenTest(
  'team/invite-dialog',
  ['team.inviteMembers'],
  'invites the addresses with the role and into the workspaces that were chosen',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const { token, tenantId: tenant_id } = owner;
    for (const name of ['North', 'South']) {
      await app.call(contract.workspaces.createWorkspace, { tenant_id, name }, { token });
    }
    const page = await open(owner, `${address}?dialog=invite`);
    await page.fill('Email', `ann@example.org\n${member.email}`);
    await page.choose('Role', 'Admin');
    await page.choose('Workspaces', 'South');
    await page.choose('Role in these workspaces', 'Viewer');
    await page.press('Create 2 invitations');
    await page.see('Already a member');
    const invitations = await invitationsOf(cast);
    expect(invitations).toMatchObject([{ email: 'ann@example.org', role: 'admin', workspace_role: 'Viewer' }]);
    const answer = await app.call(contract.team.acceptInvitation, {
      token: await app.mailedToken('ann@example.org', 'invitation'),
      name: 'Ann',
      password: 'correct horse battery',
    });
    const { workspaces } = await app.call(
      contract.workspaces.listWorkspaces,
      { tenant_id },
      { token: answer.access_token },
    );
    expect(workspaces.filter(({ my_role }) => my_role !== null).map(({ name }) => name)).toEqual(['South']);
  },
);

screenTest(
  'team/invitation-links',
  ['team.copyInvitationLink'],
  'shows the link of a new invitation that isn’t emailed',
  async ({ app, owner, open }) => {
    const page = await open(owner, `${address}?dialog=invite`);
    await page.fill('Email', 'ann@example.org');
    await page.press('Create invitation');
    await page.send('Copy link', 'team.copyInvitationLink');
    const token = tokenIn((await page.field('Invite link')).value);
    expect(await app.call(lookupInvitation, { token })).toMatchObject({ email: 'ann@example.org' });
  },
);

/** Invites two people, and opens the list. */
const withInvitations = async ({ app, owner, open }: Cast) => {
  for (const email of ['ann@example.org', 'bob@example.org']) {
    const input = { tenant_id: owner.tenantId, email, role: 'member' } as const;
    await app.call(contract.team.inviteMember, input, { token: owner.token });
  }
  const page = await open(owner, `${address}?tab=invitations`);
  await page.press('Actions for the invitation of bob@example.org');
  return page;
};

screenTest(
  'team/invitation-task',
  ['team.copyInvitationLink'],
  'shows the link of the row, which opens its invitation',
  async (cast) => {
    const page = await withInvitations(cast);
    await page.press('Get invite link');
    await page.send('Copy link', 'team.copyInvitationLink');
    const token = tokenIn((await page.field('Invite link')).value);
    expect(await cast.app.call(lookupInvitation, { token })).toMatchObject({ email: 'bob@example.org' });
  },
);

screenTest('team/invitation-task', ['team.revokeInvitation'], 'revokes the invitation of the row', async (cast) => {
  const page = await withInvitations(cast);
  await page.press('Revoke');
  await page.send('Revoke invitation', 'team.revokeInvitation');
  await page.closed();
  const statuses = (await invitationsOf(cast)).map(({ email, status }) => [email, status]);
  expect(Object.fromEntries(statuses)).toMatchObject({ 'ann@example.org': 'pending', 'bob@example.org': 'revoked' });
});

screenTest('team/invitation-task', ['team.resendInvitation'], 'renews the invitation of the row', async (cast) => {
  const page = await withInvitations(cast);
  const old = await cast.app.mailedToken('bob@example.org', 'invitation');
  cast.app.clock.advance(60_000);
  await page.press('Renew');
  await page.see(/New invitation created/);
  await expect(cast.app.call(lookupInvitation, { token: old })).rejects.toThrow();
  const renewed = await cast.app.mailedToken('bob@example.org', 'invitation');
  expect(await cast.app.call(lookupInvitation, { token: renewed })).toMatchObject({ email: 'bob@example.org' });
});
