import { expect } from 'vitest';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { answers, askedOf, leaves, refuses } from '#e2e/support/screens/provider-answers.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { createTestService } from '#e2e/support/test-service.ts';

const screenTest = screenTests(() => createTestService({ 'rate-limits': 'off' }));

const at = 'forward-auth/sign-in';
const [asked, goOn] = [`${at}/asked`, `${at}/go-on`];
const back = 'https://wiki.example/.castellan/callback?code=x';
const account = { name: 'Ada', email: 'ada@example.org' };
const onTheWay = (change: Parameters<typeof askedOf>[0], asks_second_factor = false) =>
  answers({ ...askedOf({ scopes: [], ...change }), asks_second_factor });

/** Opens the page for nobody, with what the service answers. */
const openAsked = async (
  open: (person: undefined, address: string) => Promise<ConsolePage>,
  answer: ReturnType<typeof answers>,
): Promise<ConsolePage> => {
  const page = await open(undefined, `/${at}?ticket=kid.x`);
  page.answer(asked, answer);
  return page;
};

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'signs in on the way to a protected host, and goes on by itself',
  async ({ member, open }) => {
    const left = leaves();
    const page = await openAsked(open, onTheWay({}));
    await page.find('heading', 'Sign in to continue to Wiki');
    page.answer(asked, onTheWay({ account, obstacle: null }));
    page.answer(goOn, answers({ location: back }));
    await page.fill('Email', member.email);
    await page.fill('Password', member.password);
    await page.press('Sign in');
    await page.find('heading', 'Signing in to Wiki');
    await page.settled();
    expect(left).toEqual([back]);
    expect(page.sent.filter(({ path }) => path === goOn)).toHaveLength(1);
  },
);

screenTest('auth/protected-host-page', [], 'says what the address asks for', async ({ open }) => {
  const page = await openAsked(open, onTheWay({ account }, true));
  await page.see(/This page asks for two-factor authentication, and you’re signed in as ada@example.org without it/);
  const required = await openAsked(open, onTheWay({ account, obstacle: 'SECOND_FACTOR_SETUP_REQUIRED' }));
  await required.see(/Your organization requires two-factor authentication/);
});

screenTest('auth/protected-host-page', [], 'offers another account to someone who may not', async ({ open }) => {
  const page = await openAsked(open, onTheWay({ account, obstacle: 'FORBIDDEN' }));
  await page.find('heading', 'You can’t use Wiki');
  await page.press('Use another account');
  await page.find('heading', 'Sign in to continue to Wiki');
  await page.field('Password');
});

screenTest('auth/sign-in-over', [], 'is shown for a way that is over', async ({ open }) => {
  const page = await openAsked(open, refuses('NOT_FOUND', 404));
  await page.find('heading', 'This sign-in is over');
});
