import { expect } from 'vitest';
import { setPolicies } from '#e2e/support/policies.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { answers, askedOf, leaves, refuses } from '#e2e/support/screens/provider-answers.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import type { TestService } from '#e2e/support/test-service.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { setVerified } from '#e2e/support/verified.ts';

/** Sends email, to a port where nothing listens. */
const screenTest = screenTests(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:9' }));

const at = 'oauth2/interaction/one';
const back = 'https://app.example/callback?code=x';
const account = { name: 'Ada', email: 'ada@example.org' };

/** Opens the page for nobody, with what the provider answers. The console asks once it has loaded. */
const openAsked = async (
  open: (person: undefined, address: string) => Promise<ConsolePage>,
  asked: ReturnType<typeof askedOf>,
  path = `/${at}`,
): Promise<ConsolePage> => {
  const page = await open(undefined, path);
  page.answer(`${at}/asked`, answers(asked));
  return page;
};

const sentTo = ({ sent }: ConsolePage, path: string) => sent.filter((call) => call.path === path).length;

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'signs in on the page of an application, and goes on by itself',
  async ({ member, open }) => {
    const left = leaves();
    const page = await openAsked(open, askedOf({}));
    await page.find('heading', 'Sign in to continue to Wiki');
    expect(await page.has('link', 'Sign up')).toBe(false);
    await page.fill('Email', member.email);
    await page.fill('Password', 'not it, I am afraid');
    await page.press('Sign in');
    await page.see('Wrong email or password');
    page.answer(`${at}/asked`, answers(askedOf({ account, obstacle: null })));
    page.answer(`${at}/go-on`, answers({ location: back }));
    await page.fill('Password', member.password);
    await page.press('Sign in');
    await page.find('heading', 'Signing in to Wiki');
    await page.settled();
    expect(left).toEqual([back]);
    expect(sentTo(page, `${at}/go-on`)).toBe(1);
  },
);

screenTest(
  'auth/consent',
  [],
  'lets the application know someone, and tells it nothing otherwise',
  async ({ open }) => {
    const left = leaves();
    const page = await openAsked(open, askedOf({ prompt: 'consent', account, obstacle: null }));
    await page.find('heading', 'Sign in to Wiki?');
    expect(document.activeElement?.textContent).toBe('Sign in to Wiki?');
    await page.see('ada@example.org');
    await page.see('See your email address');
    expect(await page.shows('Stay signed in when you’re away')).toBe(false);
    expect(page.sent.map(({ path }) => path)).not.toContain(`${at}/go-on`);
    page.answer(`${at}/refuse`, () => Promise.reject(new TypeError('Failed to fetch')));
    await page.press('Cancel');
    await page.find('alert', /reach/);
    page.answer(`${at}/refuse`, answers({ location: `${back}&error=access_denied` }));
    await page.press('Cancel');
    await page.settled();
    expect(left).toEqual([`${back}&error=access_denied`]);
  },
);

screenTest('auth/consent', [], 'shows what has come of it meanwhile', async ({ open }) => {
  const page = await openAsked(open, askedOf({ prompt: 'consent', account, obstacle: null }));
  await page.find('heading', 'Sign in to Wiki?');
  page.answer(`${at}/go-on`, refuses('NOT_FOUND', 404));
  page.answer(`${at}/asked`, refuses('NOT_FOUND', 404));
  await page.press('Allow');
  await page.find('heading', 'This sign-in is over');
});

screenTest('auth/refused-person', [], 'offers another account, or the way back', async ({ open }) => {
  const left = leaves();
  const page = await openAsked(open, askedOf({ account, obstacle: 'FORBIDDEN' }));
  await page.find('heading', 'You can’t use Wiki');
  await page.see(/ada@example.org belongs to another organization/);
  page.answer(`${at}/refuse`, answers({ location: back }));
  await page.press('Back to Wiki');
  await page.settled();
  expect(left).toEqual([back]);
  await page.press('Use another account');
  await page.find('heading', 'Sign in to continue to Wiki');
  await page.field('Password');
});

screenTest('auth/interaction-page', [], 'says what to do before a cookie counts', async ({ open }) => {
  const again = await openAsked(open, askedOf({ account }));
  await again.see('Wiki asks you to sign in again. You’re signed in as ada@example.org.');
  const required = await openAsked(open, askedOf({ account, obstacle: 'SECOND_FACTOR_SETUP_REQUIRED' }));
  await required.see(/Your organization requires two-factor authentication/);
  const login = await openAsked(open, askedOf({}), `/login?return_to=%2F${at}`);
  await login.find('heading', 'Sign in to continue to Wiki');
});

screenTest('auth/interaction-page', [], 'says so if the service can’t be reached, and asks again', async ({ open }) => {
  const page = await open(undefined, `/${at}`);
  page.answer(`${at}/asked`, () => Promise.reject(new TypeError('Failed to fetch')));
  await page.find('alert', /reach/);
  page.answer(`${at}/asked`, answers(askedOf({})));
  await page.press('Try again');
  await page.find('heading', 'Sign in to continue to Wiki');
});

const mailed = async (app: TestService, email: string): Promise<string> => app.mailedToken(email, 'sign_in_link');

screenTest(
  'auth/sign-in-link-page',
  ['auth.requestSignInLink', 'auth.loginWithLink'],
  'goes on to the application with the link from an email',
  async ({ app, owner, member, open, openTab }) => {
    await setVerified(app, member, true);
    await setPolicies(app, owner, { email_sign_in: true });
    const page = await openAsked(open, askedOf({}));
    await page.press('Email me a sign-in link');
    await page.find('button', 'Send sign-in link');
    await page.fill('Email', member.email);
    await page.press('Send sign-in link');
    await page.see(/Open it in this browser/);
    const left = leaves();
    const link = await openTab(undefined, `/sign-in-link#token=${await mailed(app, member.email)}`);
    link.answer(`${at}/asked`, answers(askedOf({ account, obstacle: null })));
    link.answer(`${at}/go-on`, answers({ location: back }));
    await link.press('Sign in');
    await link.find('heading', 'Signing in to Wiki');
    await link.settled();
    expect(left).toEqual([back]);
    expect(page.sent).not.toBe(link.sent);
  },
);
