import { expect } from 'vitest';
import { putMailOnHold } from '#e2e/support/mail-service.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract } from '#shared/contract/index.ts';
import { createKnownDevice } from '../../api/known-device.ts';
import { keptInBrowser } from '../../parts/kept-texts.ts';

/** Sends email, to a port where nothing listens. */
const screenTest = screenTests(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:9' }));
const { getMe } = contract.profile;
const { listMails } = contract.mail;

/** What the last call for a verification link named. */
const requested = ({ sent }: ConsolePage) => sent.findLast(({ path }) => path === 'auth.resendVerification')?.input;

screenTest(
  'shell/user-menu',
  ['auth.logout'],
  'signs out here and nowhere else',
  async ({ app, member, open, read }) => {
    const other = await app.login(member);
    const page = await open(member, '/dashboard/team');
    await page.press(`Account menu of ${member.name}`);
    await page.press('Sign out');
    await page.find('button', 'Sign in');
    await expect(read(member, getMe, {})).rejects.toThrow();
    await read(other, getMe, {});
  },
);

screenTest('dashboard/first-steps', ['profile.updateMe'], 'hides the first steps', async ({ owner, open, read }) => {
  const { preferences: before } = await read(owner, getMe, {});
  const page = await open(owner, '/dashboard');
  await page.send('Hide', 'profile.updateMe');
  expect((await read(owner, getMe, {})).preferences).toEqual({ ...before, show_onboarding: false });
});

screenTest(
  'shell/verification-banner',
  ['auth.resendVerification'],
  'sends another link to whoever is signed in',
  async ({ app, open }) => {
    const owner = await app.owner(undefined, { verified: false });
    const page = await open(owner, '/dashboard/team');
    await page.send('Resend email', 'auth.resendVerification');
    expect(requested(page)).toEqual({ email: owner.email });
  },
);

screenTest(
  'auth/verify-page',
  ['auth.resendVerification'],
  'asks for a new link where the old one doesn’t work',
  async ({ app, open }) => {
    const owner = await app.owner(undefined, { verified: false });
    const page = await open(undefined, '/verify#token=not-a-token');
    await page.press('Verify email address');
    await page.fill('Email', owner.email);
    await page.send('Request new link', 'auth.resendVerification');
    expect(requested(page)).toEqual({ email: owner.email });
  },
);

screenTest(
  'mail/mail-server-panel',
  ['mail.sendTestMail'],
  'says what became of a test',
  async ({ operator, open }) => {
    const page = await open(operator, '/dashboard/mail?tab=server');
    await page.send('Send test email', 'mail.sendTestMail');
    await page.see('Connection refused');
  },
);

screenTest(
  'mail/mail-preview',
  ['mail.retryMail'],
  'sends the email that is open again',
  async ({ app, owner, open, read }) => {
    const { tenantId: tenant_id, token } = owner;
    for (const email of ['ann@example.org', 'bob@example.org']) {
      await app.call(contract.team.inviteMember, { tenant_id, email, role: 'member' }, { token });
    }
    await app.service.mailWorker.drain();
    const statusOf = async (q: string) => (await read(owner, listMails, { tenant_id, q })).mails[0];
    const failed = await statusOf('bob@');
    expect([failed?.status, (await statusOf('ann@'))?.status]).toEqual(['failed', 'failed']);
    const page = await open(owner, `/dashboard/mail?mail=${failed?.mail_id}`);
    await page.send('Resend', 'mail.retryMail');
    expect([(await statusOf('bob@'))?.status, (await statusOf('ann@'))?.status]).toEqual(['queued', 'failed']);
  },
);

screenTest(
  'audit/chain-status',
  ['audit.verifyAuditLog'],
  'verifies the audit log of its organization',
  async ({ owner, open, read }) => {
    const page = await open(owner, '/dashboard/audit');
    await page.send(/^Verify/, 'audit.verifyAuditLog');
    const { events } = await read(owner, contract.audit.listAuditEvents, { tenant_id: owner.tenantId });
    expect(events[0]).toMatchObject({ action: 'verifyAuditLog', actor_id: owner.id });
  },
);

screenTest(
  'auth/forgot-page',
  ['auth.forgotPassword'],
  'asks for a link for the address, whether or not it has an account',
  async ({ app, member, open }) => {
    const page = await open(undefined, '/forgot');
    await page.fill('Email', member.email);
    await page.send('Send reset link', 'auth.forgotPassword');
    await page.see(/If an account with this address exists/);
    const token = await app.mailedToken(member.email, 'password_reset');
    await app.call(contract.auth.resetPassword, { token, new_password: 'another staple, correct' });
  },
);

screenTest(
  'auth/sign-in-link-page',
  ['auth.requestSignInLink'],
  'asks for a link, also where one was opened that was asked for elsewhere',
  async ({ member, open }) => {
    const login = await open(undefined, '/login');
    await login.press('Email me a sign-in link');
    await login.find('button', 'Send sign-in link');
    const page = await open(undefined, '/sign-in-link#token=not-asked-for-here');
    await page.see('Open this link where you asked for it');
    await page.fill('Email', member.email);
    await page.send('Send sign-in link', 'auth.requestSignInLink');
    await page.see(/Open it in this browser/);
    expect(await page.shows('Open this link where you asked for it')).toBe(false);
  },
);

screenTest(
  'auth/sign-in-link-page',
  ['auth.loginWithLink'],
  'signs in with a link that was asked for here',
  async ({ app, owner, member, open }) => {
    await setVerified(app, member, true);
    await setPolicies(app, owner, { email_sign_in: true });
    const asked = await app.call(contract.auth.requestSignInLink, { email: member.email });
    createKnownDevice(keptInBrowser, '/', app.clock.now).askForLink({ browser_token: asked.browser_token });
    const page = await open(undefined, `/sign-in-link#token=${await app.mailedToken(member.email, 'sign_in_link')}`);
    await page.send('Sign in', 'auth.loginWithLink');
    await page.find('button', `Account menu of ${member.name}`);
  },
);

screenTest(
  'profile/resend-verification',
  ['auth.resendVerification'],
  'sends a link to those whose address only an admin vouches for',
  async ({ app, owner, open }) => {
    const { tenantId: tenant_id, token } = owner;
    const email = 'nora@example.org';
    const { invitation_id } = await app.call(
      contract.team.inviteMember,
      { tenant_id, email, role: 'member' },
      { token },
    );
    const { url } = await app.call(contract.team.copyInvitationLink, { tenant_id, invitation_id }, { token });
    const { user, access_token, refresh_token } = await app.call(contract.team.acceptInvitation, {
      token: tokenIn(url),
      name: 'Nora',
      password: owner.password,
    });
    await app.call(contract.team.markEmailVerified, { tenant_id, user_id: user.id }, { token });
    const nora = { ...owner, id: user.id, email, name: 'Nora', token: access_token, refreshToken: refresh_token };
    const page = await open(nora, '/dashboard/profile?tab=details');
    await page.send('Send verification email', 'auth.resendVerification');
    expect(requested(page)).toEqual({ email });
  },
);

for (const kept of ['send', 'keep'] as const) {
  screenTest(
    'shell/mail-hold-banner',
    ['mail.releaseHeldMail'],
    `releases held email, and asks what becomes of what waits: ${kept}`,
    async ({ app, operator, owner, open, read }) => {
      await putMailOnHold(app);
      const { tenantId: tenant_id, token } = owner;
      await app.call(contract.team.inviteMember, { tenant_id, email: 'ann@example.org', role: 'member' }, { token });
      const page = await open(operator, '/dashboard/team');
      await page.press('Release held email');
      if (kept === 'send') await page.press(/^Send the .*waiting email/);
      await page.send('Release held email', 'mail.releaseHeldMail');
      await page.closed();
      expect(await read(operator, contract.mail.getMailSettings, {})).toMatchObject({ held_since: null });
      const { mails } = await read(owner, listMails, { tenant_id, q: 'ann@' });
      expect(mails.map(({ status }) => status)).toEqual([kept === 'send' ? 'queued' : 'abandoned']);
    },
  );
}

screenTest(
  'team/invitations-bulk',
  ['team.resendInvitation'],
  'resends those selected, and says which not',
  async (cast) => {
    const { app, owner, open } = cast;
    const by = { token: owner.token };
    const emails = ['ann@example.org', 'bob@example.org'];
    const tokens = () => Promise.all(emails.map((email) => app.mailedToken(email, 'invitation')));
    const [, bob] = await Promise.all(
      emails.map((email) =>
        app.call(contract.team.inviteMember, { tenant_id: owner.tenantId, email, role: 'member' }, by),
      ),
    );
    const page = await open(owner, '/dashboard/team?tab=invitations');
    await page.press('Select all invitations on this page');
    const [annBefore, bobBefore] = await tokens();
    app.clock.advance(60_000);
    await page.press('Resend');
    const revoked = { tenant_id: owner.tenantId, invitation_id: bob?.invitation_id ?? '' };
    await app.call(contract.team.revokeInvitation, revoked, by);
    await page.press('Resend 2 invitations');
    await page.see('Not sent again');
    await page.see('1 invitation sent again.');
    const [annAfter, bobAfter] = await tokens();
    expect([annAfter === annBefore, bobAfter === bobBefore]).toEqual([false, true]);
  },
);
