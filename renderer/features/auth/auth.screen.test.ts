import { expect } from 'vitest';
import { setPolicies } from '#e2e/support/policies.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { codeAt, enrol, stepLength } from '#e2e/support/second-factor.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getMe } = contract.profile;
const nextPassword = 'another staple, correct';
const isInConsole = 'Dashboard';

screenTest(
  'auth/signup-page',
  ['auth.signup', 'auth.login'],
  'creates an account and its organization, and signs in',
  async ({ app, open }) => {
    const page = await open(undefined, '/signup');
    await page.fill('Full name', 'Ada Lovelace');
    await page.fill('Organization name', 'Analytical Engines');
    await page.fill('Email', 'ada@example.org');
    await page.fill('Password', nextPassword);
    await page.send('Sign up', 'auth.signup');
    await page.find('heading', isInConsole);
    const { access_token: token } = await app.call(contract.auth.login, {
      email: 'ada@example.org',
      password: nextPassword,
    });
    const me = await app.call(getMe, {}, { token });
    expect(me).toMatchObject({ name: 'Ada Lovelace', role: 'owner' });
    const tenant = await app.call(contract.organization.getTenant, { tenant_id: me.tenant_id }, { token });
    expect(tenant.name).toBe('Analytical Engines');
  },
);

screenTest(
  'auth/auth-layout',
  [],
  'says that the browser solves a challenge, and goes on by itself',
  async ({ open }) => {
    const guarded = await closedAfterwards(createTestService({ captcha: 'on' }));
    const page = await open(undefined, '/signup', guarded);
    await page.fill('Full name', 'Ada Lovelace');
    await page.fill('Organization name', 'Analytical Engines');
    await page.fill('Email', 'ada@example.org');
    await page.fill('Password', nextPassword);
    // It takes less than a second, in which waiting for the text may miss it.
    let told = 0;
    const observer = new MutationObserver(() => {
      const statuses = [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
      if (statuses.some((text) => text.startsWith('Your browser is solving a small task'))) told += 1;
    });
    observer.observe(document.body, { subtree: true, childList: true });
    await page.press('Sign up');
    await page.find('heading', isInConsole);
    observer.disconnect();
    expect(told).toBeGreaterThan(0);
  },
);

screenTest(
  'auth/second-factor-page',
  ['auth.completeLogin'],
  'completes the sign-in with a code',
  async ({ app, member, open }) => {
    const { secret } = await enrol(app, member);
    app.clock.advance(stepLength);
    const page = await open(undefined, '/login');
    await page.fill('Email', member.email);
    await page.fill('Password', member.password);
    await page.press('Sign in');
    await page.fill('Code', codeAt(secret, app.clock.now()));
    await page.send('Sign in', 'auth.completeLogin');
    await page.find('button', `Account menu of ${member.name}`);
  },
);

screenTest(
  'auth/second-factor-page',
  ['auth.completeLogin', 'security.trustDevice'],
  'trusts the device after the code, which its next sign-in no longer asks for',
  async ({ app, owner, member, open }) => {
    const { tenantId: tenant_id, token } = owner;
    await app.call(contract.organization.updatePolicies, { tenant_id, trusted_device_days: 30 }, { token });
    const { secret } = await enrol(app, member);
    app.clock.advance(stepLength);
    const page = await open(undefined, '/login');
    const signIn = async () => {
      await page.fill('Email', member.email);
      await page.fill('Password', member.password);
      await page.press('Sign in');
    };
    await signIn();
    await page.fill('Code', codeAt(secret, app.clock.now()));
    await page.press('Trust this device for 30 days');
    await page.send('Sign in', 'auth.completeLogin');
    await page.press(`Account menu of ${member.name}`);
    await page.press('Sign out');
    await page.find('button', 'Sign in');
    await signIn();
    await page.find('button', `Account menu of ${member.name}`);
  },
);

screenTest(
  'auth/reset-page',
  ['auth.resetPassword'],
  'sets a new password with the link, and signs in',
  async ({ app, owner, member, open }) => {
    await app.call(contract.auth.forgotPassword, { email: member.email });
    const token = await app.mailedToken(member.email, 'password_reset');
    const page = await open(undefined, `/reset#token=${token}&email=${encodeURIComponent(member.email)}`);
    await page.fill('New password', nextPassword);
    await page.send('Set password', 'auth.resetPassword');
    await page.find('button', `Account menu of ${member.name}`);
    await app.login({ ...member, password: nextPassword });
    await expect(app.login(member)).rejects.toThrow();
    await app.login(owner);
  },
);

screenTest(
  'auth/restore-page',
  ['auth.restoreAccount'],
  'restores an account that is scheduled for deletion',
  async ({ app, member, open, read }) => {
    const { email, password } = member;
    await app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token: member.token });
    const page = await open(undefined, '/login');
    await page.fill('Email', email);
    await page.fill('Password', password);
    await page.press('Sign in');
    await page.send('Restore account', 'auth.restoreAccount');
    await page.find('button', `Account menu of ${member.name}`);
    expect(await read(await app.login(member), getMe, {})).toMatchObject({ email });
  },
);

screenTest(
  'auth/second-factor-page',
  ['auth.completeLogin'],
  'restores nothing before the code, and says so',
  async ({ app, owner, member, open }) => {
    const { email, password } = member;
    const { secret } = await enrol(app, member);
    await app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token: member.token });
    const page = await open(undefined, '/login');
    await page.fill('Email', email);
    await page.fill('Password', password);
    await page.press('Sign in');
    await page.press('Restore account');
    app.clock.advance(stepLength);
    await page.fill('Code', codeAt(secret, app.clock.now()));
    expect(await page.shows('Account restored.')).toBe(false);
    const team = { tenant_id: owner.tenantId, user_id: member.id };
    expect(await app.call(contract.team.getMember, team, { token: owner.token })).toMatchObject({
      status: 'pending_deletion',
    });
    await page.send('Sign in', 'auth.completeLogin');
    await page.find('button', `Account menu of ${member.name}`);
  },
);

screenTest(
  'auth/verify-page',
  ['auth.verifyEmail'],
  'verifies the address with the link',
  async ({ app, open, read }) => {
    const owner = await app.owner(undefined, { verified: false });
    expect(await read(owner, getMe, {})).toMatchObject({ email_verified: false });
    const page = await open(undefined, `/verify#token=${await app.mailedToken(owner.email, 'verification')}`);
    await page.press('Verify email address');
    await page.see('Email address verified');
    expect(await read(owner, getMe, {})).toMatchObject({ email_verified: true });
  },
);

screenTest(
  'auth/invite-page',
  ['team.lookupInvitation', 'team.acceptInvitation'],
  'joins the organization that invites, with the role that it offers',
  async ({ app, owner, open, read }) => {
    const { tenantId: tenant_id, token } = owner;
    const email = 'grace@example.org';
    await app.call(contract.team.inviteMember, { tenant_id, email, role: 'admin' }, { token });
    const page = await open(undefined, `/invite#token=${await app.mailedToken(email, 'invitation')}`);
    expect((await page.field('Email')).value).toBe(email);
    await page.fill('Full name', 'Grace Hopper');
    await page.fill('Password', nextPassword);
    await page.send('Accept invitation', 'team.acceptInvitation');
    await page.find('button', 'Account menu of Grace Hopper');
    const { users } = await read(owner, contract.team.listMembers, { tenant_id, q: email });
    expect(users).toMatchObject([{ email, name: 'Grace Hopper', role: 'admin' }]);
  },
);

screenTest('auth/invite-page', [], 'names how long passwords must be in that organization', async (cast) => {
  const { app, owner, open } = cast;
  const email = 'katherine@example.org';
  await setPolicies(app, owner, { password_min_length: 14 });
  const invited = { tenant_id: owner.tenantId, email, role: 'member' } as const;
  await app.call(contract.team.inviteMember, invited, { token: owner.token });
  const page = await open(undefined, `/invite#token=${await app.mailedToken(email, 'invitation')}`);
  await page.see('At least 14 characters');
  await page.fill('Password', 'thirteen char');
  await page.find('img', 'Not yet:');
  await page.fill('Password', 'fourteen chars');
  await page.find('img', 'Met:');
});

screenTest(
  'auth/cancel-email-change-page',
  ['profile.cancelEmailChange'],
  'keeps the address that is about to change',
  async ({ app, member, open }) => {
    const { email, password, token } = member;
    await app.call(contract.profile.changeEmail, { new_email: `new-${email}`, password }, { token });
    const link = await app.mailedToken(email, 'email_changed');
    const page = await open(undefined, `/cancel-email-change#token=${link}`);
    await page.send('Keep current address', 'profile.cancelEmailChange');
    await page.see('Your email address stays the same');
    const change = await app.mailedToken(`new-${email}`);
    await expect(app.call(contract.auth.verifyEmail, { token: change })).rejects.toThrow();
  },
);

screenTest(
  'auth/undo-page',
  ['security.lookupUndo', 'security.undoChange'],
  'revokes the API key that an email told about, and no other',
  async ({ app, owner, member, open, read }) => {
    const { createApiKey, listApiKeys } = contract.security;
    for (const { token, password } of [member, owner]) {
      await app.call(createApiKey, { name: 'Robot', scopes: ['self'], password }, { token });
    }
    const page = await open(undefined, `/undo#token=${await app.mailedToken(member.email, 'api_key_created')}`);
    await page.see('The API key “Robot” was created.');
    await page.send('Undo this change', 'security.undoChange');
    await page.see('API key revoked');
    expect((await read(owner, listApiKeys, {})).total).toBe(1);
    await expect(read(member, listApiKeys, {})).rejects.toThrow();
  },
);
