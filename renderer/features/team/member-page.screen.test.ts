import { expect } from 'vitest';
import { lockOut } from '#e2e/support/lock-out.ts';
import { type Cast, screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { getMember } = contract.team;

const targetOf = ({ owner, member }: Cast) => ({ tenant_id: owner.tenantId, user_id: member.id });
const memberOf = (cast: Cast) => cast.read(cast.owner, getMember, targetOf(cast));
const openMember = ({ owner, member, open }: Cast) => open(owner, `/dashboard/team/${member.id}`);

screenTest('team/disable-dialog', ['team.disableMember'], 'disables a member', async (cast) => {
  const { app, owner, member } = cast;
  const third = await app.join(owner);
  const page = await openMember(cast);
  await page.press(/^Actions for/);
  await page.press('Disable member');
  await page.press('Disable member');
  await page.closed();
  expect((await memberOf(cast)).status).toBe('disabled');
  await expect(app.login(member)).rejects.toThrow();
  await app.login(third);
});

screenTest('team/use-let-in', ['team.enableMember'], 'enables a member, beside what is wrong', async (cast) => {
  const { app, owner, member } = cast;
  const target = { tenant_id: owner.tenantId, user_id: member.id };
  await app.call(contract.team.disableMember, target, { token: owner.token });
  const page = await openMember(cast);
  await page.see(new RegExp(`^Disabled by ${owner.name} on`));
  await page.send('Enable member', 'team.enableMember');
  expect((await memberOf(cast)).status).toBe('active');
});

screenTest('team/use-let-in', ['team.restoreMember'], 'restores an account before it is deleted', async (cast) => {
  const { app, member } = cast;
  const leaving = { confirmation: 'DELETE' as const, password: testPassword };
  await app.call(contract.profile.deleteMe, leaving, { token: member.token });
  const page = await openMember(cast);
  await page.send('Restore account', 'team.restoreMember');
  expect((await memberOf(cast)).status).toBe('active');
  await app.login(member);
});

screenTest('team/link-dialog', ['team.createMemberLink'], 'makes a link that resets the password', async (cast) => {
  const { app, member } = cast;
  const page = await openMember(cast);
  await page.press('Get reset link');
  await page.send('Copy link', 'team.createMemberLink');
  const token = tokenIn((await page.field('Reset link')).value);
  await app.call(contract.auth.resetPassword, { token, new_password: 'another staple, correct' });
  await app.login({ ...member, password: 'another staple, correct' });
});

screenTest('team/member-account', ['team.markEmailVerified'], 'vouches for the address', async (cast) => {
  const { app, owner, open, read } = cast;
  const { tenantId: tenant_id, token } = owner;
  const email = 'not-verified@example.org';
  const invitation = await app.call(contract.team.inviteMember, { tenant_id, email, role: 'member' }, { token });
  const { invitation_id } = invitation;
  const { url } = await app.call(contract.team.copyInvitationLink, { tenant_id, invitation_id }, { token });
  const { user } = await app.call(contract.team.acceptInvitation, {
    token: tokenIn(url),
    name: 'Nora',
    password: testPassword,
  });
  const target = { tenant_id, user_id: user.id };
  expect(await read(owner, getMember, target)).toMatchObject({ email_verified: false });
  const page = await open(owner, `/dashboard/team/${user.id}`);
  await page.send('Mark as verified', 'team.markEmailVerified');
  expect(await read(owner, getMember, target)).toMatchObject({ email_verified: true, email_verified_by: 'owner' });
  await page.see('Vouched for by an admin');
  expect(await page.shows('Mark as verified')).toBe(false);
});

screenTest('team/use-let-in', ['team.unlockMember'], 'unlocks a member, and says what failed', async (cast) => {
  const { app, owner, member, read } = cast;
  await lockOut(app.service.context, member.email);
  await expect(app.call(contract.auth.login, { email: member.email, password: 'wrong' })).rejects.toThrow();
  const page = await openMember(cast);
  await page.see(/^Wrong password/);
  await page.send('Unlock', 'team.unlockMember');
  expect(await page.shows('Unlock')).toBe(false);
  expect(await read(owner, contract.team.getMemberAccess, targetOf(cast))).toMatchObject({ locked_until: null });
});

screenTest('team/member-api-keys', ['security.revokeMemberApiKey'], 'revokes the key of the row', async (cast) => {
  const { app, member, read } = cast;
  for (const name of ['Robot', 'Script']) {
    const input = { name, scopes: ['self' as const], password: testPassword };
    await app.call(contract.security.createApiKey, input, { token: member.token });
  }
  const page = await openMember(cast);
  await page.press('Revoke Script');
  await page.send('Revoke key', 'security.revokeMemberApiKey');
  await page.closed();
  const { api_keys } = await read(member, contract.security.listApiKeys, {});
  expect(api_keys.map(({ name }) => name)).toEqual(['Robot']);
});

screenTest('team/member-api-keys', [], 'tells keys that have expired from those that will', async (cast) => {
  const { app, owner, member, open } = cast;
  const input = { name: 'Robot', scopes: ['self' as const], password: testPassword, expires_in_days: 1 };
  await app.call(contract.security.createApiKey, input, { token: member.token });
  const before = await openMember(cast);
  await before.see(/expires/);
  app.clock.advance(day);
  const after = await open(await app.login(owner), `/dashboard/team/${member.id}`);
  await after.see(/expired/);
});

screenTest('team/sign-out-dialog', ['sessions.revokeMemberSessions'], 'signs a member out everywhere', async (cast) => {
  const { app, owner, member, read } = cast;
  const third = await app.join(owner);
  await app.login(member);
  const page = await openMember(cast);
  await page.press('Sign out everywhere');
  await page.send('Sign out everywhere', 'sessions.revokeMemberSessions');
  await page.closed();
  const { sessions } = await read(owner, contract.sessions.listMemberSessions, targetOf(cast));
  expect(sessions).toEqual([]);
  await read(third, contract.profile.getMe, {});
});

screenTest(
  'team/second-factor-dialog',
  ['security.resetMemberSecondFactor'],
  'resets the second factor',
  async (cast) => {
    const { app, member, read, owner } = cast;
    const before = await openMember(cast);
    await before.see('Two-factor authentication is off.');
    expect(await before.has('button', 'Reset two-factor authentication')).toBe(false);
    expect(await before.shows(/^Reset this if/)).toBe(false);
    await enrol(app, member);
    const page = await openMember(cast);
    await page.see(/^Reset this if/);
    await page.press('Reset two-factor authentication');
    await page.send('Reset two-factor authentication', 'security.resetMemberSecondFactor');
    await page.closed();
    expect(await read(owner, contract.security.getMemberSecondFactor, targetOf(cast))).toMatchObject({
      enabled: false,
    });
  },
);

screenTest('team/transfer-dialog', ['team.transferOwnership'], 'hands the organization over', async (cast) => {
  const { owner, member, read } = cast;
  const page = await openMember(cast);
  await page.press(/^Actions for/);
  await page.press('Transfer ownership');
  await page.fill('Your password', 'not it, I am afraid');
  await page.press('Transfer ownership');
  await page.see('The current password is wrong');
  await page.fill('Your password', testPassword);
  await page.send('Transfer ownership', 'team.transferOwnership');
  await page.closed();
  const { users } = await read(member, contract.team.listMembers, { tenant_id: owner.tenantId });
  const roles = Object.fromEntries(users.map(({ email, role }) => [email, role]));
  expect(roles).toEqual({ [owner.email]: 'admin', [member.email]: 'owner' });
});

screenTest(
  'team/member-workspaces',
  ['workspaces.setWorkspaceMember', 'workspaces.removeWorkspaceMember'],
  'adds a member to a workspace, changes the role there, removes them, and undoes it',
  async (cast) => {
    const { app, owner, read } = cast;
    const { token, tenantId: tenant_id } = owner;
    for (const name of ['North', 'South']) {
      await app.call(contract.workspaces.createWorkspace, { tenant_id, name }, { token });
    }
    const rolesOf = async () => {
      const { workspaces } = await read(owner, contract.team.listMemberWorkspaces, targetOf(cast));
      return Object.fromEntries(workspaces.map(({ name, role }) => [name, role]));
    };
    const page = await openMember(cast);
    const form = await page.in('form', 'Add to workspace');
    await form.choose('Workspace', 'South');
    await form.choose('Role', 'Viewer');
    await page.send('Add', 'workspaces.setWorkspaceMember', form);
    expect(await rolesOf()).toEqual({ South: 'Viewer' });
    await page.choose('Role in South', 'Admin');
    await page.settled();
    expect(await rolesOf()).toEqual({ South: 'Admin' });
    await page.send('Remove from South', 'workspaces.removeWorkspaceMember');
    await page.see(`${cast.member.name} removed from South.`);
    expect(await rolesOf()).toEqual({});
    await page.press(/^Undo/);
    await page.see(`${cast.member.name} is back in South.`);
    expect(await rolesOf()).toEqual({ South: 'Admin' });
  },
);

screenTest('team/member-summary', [], 'says who the member is in the header, and once', async (cast) => {
  const page = await openMember(cast);
  await page.find('heading', 'Check a permission');
  const summary = (await page.find('heading', 'Membership')).closest('section');
  const head = (await page.find('heading', cast.member.name)).closest('.page-head');
  expect(head?.textContent).toContain('Active');
  expect(head?.textContent).toContain(`${cast.member.email} · Member`);
  expect(summary?.textContent).not.toContain('Active');
  expect(summary?.textContent).not.toContain(cast.member.name);
});

screenTest('team/member-page', [], 'gives facts before lists, and what happened last', async (cast) => {
  const page = await openMember(cast);
  const last = (await page.find('heading', 'Activity')).closest('section');
  const groups = [...document.querySelectorAll('.section-group')];
  const titles = groups.map((group) => [...group.querySelectorAll('h2')].map(({ textContent }) => textContent));
  expect(titles[0]).toEqual(['Membership', 'Account access', 'Two-factor authentication']);
  expect(titles[1]).toContain('Workspaces');
  expect(titles[2]).toContain('Sessions');
  expect(last?.nextElementSibling).toBeNull();
});
