import { expect, it } from 'vitest';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { type ApplicationPage, applicationPages, begin, type Scene } from '#e2e/support/screens/application-pages.ts';
import { plugInAuthenticator } from '#e2e/support/screens/authenticator.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { answers, askedOf, leaves } from '#e2e/support/screens/provider-answers.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { codeAt, enrol, stepLength } from '#e2e/support/second-factor.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { signsIn } from '#shared/contract/operation.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';

/** Sends email, to a port where nothing listens. */
const screenTest = screenTests(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:9' }));

const nextPassword = 'another staple, correct';

/** Gets a session, beginning on the page of an application. Returns the page on which it got it. */
interface Way {
  /** What has to be there before. */
  prepare(cast: Cast): Promise<unknown>;
  signIn(scene: Scene, prepared: never): Promise<ConsolePage>;
}

const way = <Prepared>(
  prepare: (cast: Cast) => Promise<Prepared>,
  signIn: (scene: Scene, prepared: Prepared) => Promise<ConsolePage>,
): Way => ({ prepare, signIn });

const nothing = async (): Promise<void> => {};
const withPasskey = async ({ app, member }: Cast): Promise<void> => {
  const { soft } = await addPasskey(app, member);
  plugInAuthenticator(soft);
};

/** By operation: every one that answers with a session. */
const ways: Readonly<Record<string, Way>> = {
  'auth.login': way(nothing, async ({ page, enter }) => {
    await enter();
    return page;
  }),
  'auth.completeLogin': way(
    ({ app, member }) => enrol(app, member),
    async ({ page, app, enter }, { secret }) => {
      await enter();
      app.clock.advance(stepLength);
      await page.fill('Code', codeAt(secret, app.clock.now()));
      await page.press('Sign in');
      return page;
    },
  ),
  'auth.completeLoginWithPasskey': way(withPasskey, async ({ page, enter }) => {
    await enter();
    await page.press('Use passkey');
    return page;
  }),
  'auth.loginWithPasskey': way(withPasskey, async ({ page, signedIn }) => {
    signedIn(page);
    await page.press('Sign in with a passkey');
    return page;
  }),
  'auth.loginWithLink': way(
    async ({ app, owner, member }) => {
      await setVerified(app, member, true);
      await setPolicies(app, owner, { email_sign_in: true });
    },
    async ({ page, app, member, openLink }) => {
      await page.press('Email me a sign-in link');
      await page.find('button', 'Send sign-in link');
      await page.fill('Email', member.email);
      await page.press('Send sign-in link');
      await page.see(/Open it in this browser/);
      const link = await openLink(`/sign-in-link#token=${await app.mailedToken(member.email, 'sign_in_link')}`);
      await link.press('Sign in');
      return link;
    },
  ),
  'auth.resetPassword': way(nothing, async ({ page, app, member, openLink }) => {
    await page.press('Forgot your password?');
    await page.find('button', 'Send reset link');
    await page.fill('Email', member.email);
    await page.press('Send reset link');
    await page.see('Check your inbox');
    const link = await openLink(`/reset#token=${await app.mailedToken(member.email, 'password_reset')}`);
    await link.fill('New password', nextPassword);
    await link.press('Set password');
    return link;
  }),
  'auth.restoreAccount': way(
    ({ app, member: { password, token } }) =>
      app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password }, { token }),
    async ({ page, enter }) => {
      await enter();
      await page.press('Restore account');
      return page;
    },
  ),
  'team.acceptInvitation': way(
    async ({ app, owner }) => {
      const email = `grace-of-${owner.email}`;
      await invite(app, owner, email, 'member');
      return email;
    },
    async ({ app, openLink }, email) => {
      const link = await openLink(`/invite#token=${await app.mailedToken(email, 'invitation')}`);
      await link.fill('Full name', 'Grace Hopper');
      await link.fill('Password', nextPassword);
      await link.press('Accept invitation');
      return link;
    },
  ),
};

/** Organizations that are made for a look around have no applications yet. */
const toNewOrganizations = ['welcome.createSampleTenant', 'welcome.enterSampleTenant'];

it('is every way to get a session', () => {
  const all = operations.filter(({ operation }) => signsIn(operation)).map(({ feature, name }) => `${feature}.${name}`);
  expect([...Object.keys(ways), ...toNewOrganizations].sort()).toEqual(all.sort());
});

const cases = Object.entries(applicationPages).flatMap(([from, application]) =>
  Object.entries(ways).map(([operation, { prepare, signIn }]) => ({ from, application, operation, prepare, signIn })),
);

for (const { from, application, operation, prepare, signIn } of cases) {
  screenTest('auth/use-complete-sign-in', [], `goes on from ${from} after ${operation}`, async (cast) => {
    const left = leaves();
    const prepared = await prepare(cast);
    const scene = await begin(cast, application);
    const page = await signIn(scene, prepared as never);
    await application.assertReached(page, left);
    expect(page.sent.map(({ path }) => path)).toContain(operation);
    // It is over, so the next email leads to the console.
    expect(window.localStorage.getItem('castellan-way-on')).toBe(null);
  });
}

const [first] = Object.values(applicationPages) as [ApplicationPage];
const unverified = (email: string) =>
  answers(askedOf({ account: { name: 'Ada', email }, obstacle: 'EMAIL_VERIFICATION_REQUIRED' }));

screenTest('auth/sign-in-card', ['auth.login'], 'comes back after what is required first', async (cast) => {
  const { app, owner, member } = cast;
  const left = leaves();
  await setVerified(app, owner, true);
  await setVerified(app, member, false);
  await setPolicies(app, owner, { verified_email_required: true });
  const { page, enter, openLink } = await begin(cast, first);
  await enter(unverified(member.email));
  await page.find('heading', /Verify your email address/);
  // Who signs out there wants another account, and still goes to the application.
  await page.press('Sign out');
  await page.find('heading', 'Sign in to continue to Wiki');
  await app.call(contract.auth.resendVerification, { email: member.email });
  // The link opens a tab that knows no session, and has to be told where to go on.
  const link = await openLink(`/verify#token=${await app.mailedToken(member.email, 'verification')}`);
  first.serve(link, false);
  await link.press('Verify email address');
  await link.find('heading', 'Sign in to continue to Wiki');
  await link.fill('Email', member.email);
  await link.fill('Password', member.password);
  first.serve(link, true);
  await link.press('Sign in');
  await first.assertReached(link, left);
});

screenTest(
  'auth/verify-page',
  ['auth.verifyEmail'],
  'goes on to the application in the tab of the link',
  async (cast) => {
    const { app, owner, member } = cast;
    const left = leaves();
    await setVerified(app, owner, true);
    await setVerified(app, member, false);
    await app.call(contract.auth.resendVerification, { email: member.email });
    const { openLink } = await begin(cast, first);
    // A tab of the browser in which the member is signed in.
    const link = await openLink(`/verify#token=${await app.mailedToken(member.email, 'verification')}`, member);
    await link.press('Verify email address');
    await first.assertReached(link, left);
  },
);

screenTest('auth/reset-page', ['auth.resetPassword'], 'leads to the console once it took too long', async (cast) => {
  const { app, member } = cast;
  const { openLink } = await begin(cast, first);
  await app.call(contract.auth.forgotPassword, { email: member.email });
  app.clock.advance(lifetimesMs.applicationSignIn);
  const page = await openLink(`/reset#token=${await app.mailedToken(member.email, 'password_reset')}`);
  await page.fill('New password', nextPassword);
  await page.press('Set password');
  await page.find('button', `Account menu of ${member.name}`);
});

screenTest(
  'auth/forgot-page',
  ['auth.forgotPassword'],
  'leads to the console if it was asked for there',
  async (cast) => {
    const { app, member } = cast;
    const { openLink } = await begin(cast, first);
    const asked = await openLink('/forgot');
    await asked.fill('Email', member.email);
    await asked.press('Send reset link');
    await asked.see('Check your inbox');
    const page = await openLink(`/reset#token=${await app.mailedToken(member.email, 'password_reset')}`);
    await page.fill('New password', nextPassword);
    await page.press('Set password');
    await page.find('button', `Account menu of ${member.name}`);
  },
);
