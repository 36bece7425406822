import { expect } from 'vitest';
import { screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { unknownAnswers } from '#e2e/support/screens/unknown-answers.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getMe } = contract.profile;
const at = (tab: string) => `/dashboard/profile?tab=${tab}`;

screenTest(
  'profile/details-tab',
  ['profile.updateMe'],
  'changes the name of whoever is signed in',
  async ({ owner, member, open, read }) => {
    const page = await open(member, at('details'));
    await page.fill('Full name', 'Ada Lovelace');
    await page.send('Save details', 'profile.updateMe');
    expect((await read(member, getMe, {})).name).toBe('Ada Lovelace');
    expect((await read(owner, getMe, {})).name).toBe(owner.name);
  },
);

screenTest(
  'profile/preferences-tab',
  ['profile.updateMe'],
  'changes every preference',
  async ({ app, owner, member, open, read }) => {
    const { token, tenantId } = owner;
    const { createWorkspace } = contract.workspaces;
    const workspace = await app.call(createWorkspace, { tenant_id: tenantId, name: 'North' }, { token });
    const { preferences: before } = await read(owner, getMe, {});
    const page = await open(owner, at('preferences'));
    await page.fill('Time zone', 'Tokyo');
    await page.press(/Asia\/Tokyo/);
    await page.choose('Date format', /^31\.12\./);
    await page.choose('Time format', '12-hour (AM/PM)');
    await page.choose('Default workspace', 'North');
    await page.choose('Table density', 'Compact');
    await page.choose('Language', 'Deutsch (de)');
    await page.press('Email notifications');
    await page.press('Billing alerts');
    await page.press('Show get-started steps on the dashboard');
    await page.send('Save preferences', 'profile.updateMe');
    const { preferences } = await read(owner, getMe, {});
    expect(preferences).toEqual({
      ...before,
      timezone: 'Asia/Tokyo',
      date_format: 'DD.MM.YYYY',
      time_format: '12h',
      default_workspace: workspace.workspace_id,
      dashboard_layout: 'compact',
      language: 'de',
      email_notifications: false,
      billing_alerts: false,
      show_onboarding: false,
    });
    expect((await read(member, getMe, {})).preferences).toEqual(before);
  },
);

screenTest(
  'profile/preferences-tab',
  ['profile.updateMe'],
  'sends only what was changed: what is gone, unknown, or changed elsewhere meanwhile stays as it is',
  async ({ app, owner, open, read }) => {
    const { token, tenantId } = owner;
    const set = (preferences: object) => app.call(contract.profile.updateMe, { preferences }, { token });
    const workspace = { tenant_id: tenantId, name: 'Gone soon' };
    const { workspace_id, slug } = await app.call(contract.workspaces.createWorkspace, workspace, { token });
    await set({ default_workspace: workspace_id, dashboard_layout: 'grid' });
    await app.call(contract.workspaces.deleteWorkspace, { tenant_id: tenantId, slug }, { token });
    const page = await open(owner, at('preferences'));
    await page.see('A workspace you can no longer open');
    await page.choose('Date format', /^31\.12\./);
    await set({ time_format: '12h' });
    await page.send('Save preferences', 'profile.updateMe');
    const { preferences } = await read(owner, getMe, {});
    const kept = { default_workspace: workspace_id, dashboard_layout: 'grid', time_format: '12h' };
    expect(preferences).toMatchObject({ ...kept, date_format: 'DD.MM.YYYY' });
    await page.choose('Default workspace', 'None');
    await page.choose('Date format', /^\d{4}-12-31$/);
    await page.send('Save preferences', 'profile.updateMe');
    const after = { ...preferences, default_workspace: '', date_format: 'YYYY-MM-DD' };
    expect((await read(owner, getMe, {})).preferences).toEqual(after);
  },
);

screenTest(
  'profile/change-email-form',
  ['profile.changeEmail'],
  'asks the new address, after the password',
  async ({ app, member, open, read }) => {
    const page = await open(member, at('email'));
    const next = `new-${member.email}`;
    await page.fill('New email', next);
    await page.fill('Your password', 'not it, I am afraid');
    await page.press('Change email');
    await page.see('The current password is wrong');
    await page.fill('Your password', member.password);
    await page.send('Change email', 'profile.changeEmail');
    expect((await read(member, getMe, {})).email).toBe(member.email);
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken(next) });
    expect((await read(member, getMe, {})).email).toBe(next);
  },
);

for (const keeps of [true, false]) {
  screenTest(
    'profile/password-tab',
    ['auth.changePassword'],
    `changes the password and ${keeps ? 'keeps' : 'revokes'} API keys`,
    async ({ app, member, open, read }) => {
      const { token, password } = member;
      const { createApiKey, listApiKeys } = contract.security;
      await app.call(createApiKey, { name: 'Robot', scopes: ['self'], password }, { token });
      const elsewhere = await app.login(member);
      const page = await open(member, at('password'));
      await page.fill('Current password', password);
      await page.fill('New password', 'another staple, correct');
      if (keeps) await page.press('Keep my API key');
      await page.send('Change password', 'auth.changePassword');
      expect((await read(member, listApiKeys, {})).total).toBe(keeps ? 1 : 0);
      await expect(read(elsewhere, getMe, {})).rejects.toThrow();
      await app.login({ ...member, password: 'another staple, correct' });
    },
  );
}

screenTest('profile/password-tab', [], 'says how long passwords have to be in this organization', async (cast) => {
  const { app, owner, member, open } = cast;
  const policy = { tenant_id: owner.tenantId, password_min_length: 14 };
  await app.call(contract.organization.updatePolicies, policy, { token: owner.token });
  const page = await open(member, at('password'));
  await page.see('At least 14 characters');
});

screenTest(
  'profile/password-tab',
  ['auth.changePassword'],
  'asks whether to keep API keys also if they could not be listed',
  async ({ app, member, open, read }) => {
    const { token, password } = member;
    const { createApiKey, listApiKeys } = contract.security;
    await app.call(createApiKey, { name: 'Robot', scopes: ['self'], password }, { token });
    const page = await open(member, at('password'));
    page.answer('security.listApiKeys', unknownAnswers.failed);
    await page.press('Keep my API keys, if I have any');
    await page.fill('Current password', password);
    await page.fill('New password', 'another staple, correct');
    await page.send('Change password', 'auth.changePassword');
    expect((await read(member, listApiKeys, {})).total).toBe(1);
  },
);

screenTest(
  'profile/data-tab',
  ['profile.deleteMe'],
  'deletes the account of whoever is signed in, once it is typed',
  async ({ app, owner, member, open, read }) => {
    const page = await open(member, at('data'));
    await page.press('Delete account');
    await page.fill('Type DELETE to confirm', 'delete');
    await page.fill('Your password', testPassword);
    await page.press('Delete account');
    await page.see('Type DELETE in capitals');
    await page.fill('Type DELETE to confirm', 'DELETE');
    await page.send('Delete account', 'profile.deleteMe');
    await page.find('button', 'Sign in');
    await expect(app.login(member)).rejects.toThrow('scheduled for deletion');
    const { users } = await read(owner, contract.team.listMembers, { tenant_id: owner.tenantId });
    const statuses = Object.fromEntries(users.map(({ email, status }) => [email, status]));
    expect(statuses).toEqual({ [owner.email]: 'active', [member.email]: 'pending_deletion' });
  },
);

screenTest(
  'profile/details-tab',
  ['team.createMemberLink'],
  'shows admins a link that verifies their own address where no email is sent',
  async ({ app, open, read }) => {
    const owner = await app.owner(undefined, { verified: false });
    const page = await open(owner, at('details'));
    await page.press('Get verification link');
    await page.send('Copy link', 'team.createMemberLink');
    await app.call(contract.auth.verifyEmail, { token: tokenIn((await page.field('Verification link')).value) });
    expect(await read(owner, getMe, {})).toMatchObject({ email_verified: true });
  },
);

screenTest(
  'profile/verify-first-page',
  ['auth.logout'],
  'lets those go on who have verified their address, and shows others nothing else',
  async ({ app, owner, member, open }) => {
    await setVerified(app, member, false);
    const policies = { tenant_id: owner.tenantId, verified_email_required: true };
    await app.call(contract.organization.updatePolicies, policies, { token: owner.token });
    const page = await open(member, '/dashboard/team');
    await page.send('Resend email', 'auth.resendVerification');
    expect(page.sent.findLast(({ path }) => path === 'auth.resendVerification')?.input).toEqual({
      email: member.email,
    });
    await page.press('Continue');
    expect(await page.shows('Your address isn’t verified yet')).toBe(true);
    await page.press('Change email address');
    await page.find('textbox', 'New email');
    await setVerified(app, member, true);
    await page.press('Continue');
    await page.find('heading', /Good|Dashboard|Welcome/);
    await setVerified(app, member, false);
    const again = await open(member, '/dashboard/team');
    await again.press('Sign out');
    await again.find('button', 'Sign in');
  },
);
