import { expect } from 'vitest';
import { setPolicies } from '#e2e/support/policies.ts';
import { answers, leaves, refuses } from '#e2e/support/screens/provider-answers.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { setVerified } from '#e2e/support/verified.ts';

const screenTest = screenTests();

const account = { user_id: 'user_1', name: 'Ada', email: 'ada@example.org' };
const television = { application: { name: 'Television' }, scopes: ['openid', 'reports'] };

screenTest('auth/device-page', [], 'asks for the code, and then whether to connect the device', async ({ open }) => {
  const page = await open(undefined, '/device?user_code=BCDF-GHJK');
  page.answer('oauth2/session', answers(account));
  expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
  await page.settled();
  expect(page.sent.map(({ path }) => path)).not.toContain('oauth2/device/asked');
  page.answer('oauth2/device/asked', refuses('NOT_FOUND', 404));
  await page.press('Continue');
  await page.see(/No device is waiting for this code/);
  page.answer('oauth2/device/asked', answers(television));
  await page.fill('Code of the device', ' BCDF-GHJL ');
  await page.press('Continue');
  await page.find('heading', 'Connect a device to Television?');
  await page.see(
    'Check that a device in front of you shows BCDF-GHJL. If someone sent you this code, cancel: they’d get into your account.',
  );
  await page.see('ada@example.org');
  await page.see('Use “reports”');
  page.answer('oauth2/device/go-on', () => Promise.reject(new TypeError('Failed to fetch')));
  await page.press('Allow');
  await page.find('alert', /reach/);
  page.answer('oauth2/device/go-on', answers({}));
  await page.press('Allow');
  await page.find('heading', 'Device connected');
  expect(page.sent.at(-1)).toMatchObject({ path: 'oauth2/device/go-on', input: { user_code: 'BCDF-GHJL' } });
});

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'signs in before the code of a device, which it keeps, also for another account',
  async ({ owner, member, open }) => {
    const page = await open(undefined, '/device?user_code=BCDF-GHJK');
    page.answer('oauth2/session', refuses('UNAUTHENTICATED', 401));
    await page.find('heading', 'Sign in to connect a device');
    await page.fill('Email', member.email);
    await page.fill('Password', member.password);
    page.answer('oauth2/session', answers(account));
    await page.press('Sign in');
    expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
    await page.press('Use another account');
    await page.find('heading', 'Sign in to connect a device');
    await page.fill('Email', owner.email);
    await page.fill('Password', owner.password);
    await page.press('Sign in');
    expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
  },
);

screenTest('auth/sign-in-card', ['auth.login'], 'comes back to the code from what is asked first', async (cast) => {
  const { app, owner, member, open } = cast;
  await setVerified(app, owner, true);
  await setVerified(app, member, false);
  await setPolicies(app, owner, { verified_email_required: true });
  const page = await open(undefined, '/device');
  const asMember = answers({ ...account, email: member.email });
  page.answer('oauth2/session', asMember);
  await page.fill('Code of the device', 'BCDF-GHJK');
  // Someone has signed out in another tab.
  page.answer('oauth2/device/asked', refuses('UNAUTHENTICATED', 401));
  page.answer('oauth2/session', refuses('UNAUTHENTICATED', 401));
  await page.press('Continue');
  await page.find('heading', 'Sign in to connect a device');
  await page.fill('Email', member.email);
  await page.fill('Password', member.password);
  page.answer('oauth2/session', asMember);
  page.answer('oauth2/device/asked', refuses('EMAIL_VERIFICATION_REQUIRED', 403));
  await page.press('Sign in');
  expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
  await page.press('Continue');
  await page.find('heading', /Verify your email address/);
  await setVerified(app, member, true);
  await page.press('Continue');
  expect((await page.field('Code of the device')).value).toBe('BCDF-GHJK');
});

screenTest(
  'auth/sign-out-page',
  [],
  'signs out of Castellan, or not, and goes where the service says',
  async ({ open }) => {
    const left = leaves();
    const page = await open(undefined, '/oauth2/sign-out');
    page.answer('oauth2/logout/asked', answers({ application: { name: 'Wiki' } }));
    await page.see(/Wiki asks whether you want to sign out/);
    page.answer('oauth2/logout/go-on', () => Promise.reject(new TypeError('Failed to fetch')));
    await page.press('Sign out of Castellan');
    await page.find('alert', /reach/);
    page.answer('oauth2/logout/stay', answers({ location: 'https://app.example/' }));
    await page.press('Stay signed in');
    await page.settled();
    expect(left).toEqual(['https://app.example/']);
  },
);

screenTest('auth/sign-out-page', [], 'says so where someone stays signed in', async ({ open }) => {
  const left = leaves();
  const page = await open(undefined, '/oauth2/sign-out');
  page.answer('oauth2/logout/asked', answers({ application: { name: 'Wiki' } }));
  page.answer('oauth2/logout/stay', answers({ location: null }));
  await page.press('Stay signed in');
  await page.find('heading', 'You’re still signed in');
  expect(left).toEqual([]);
});

screenTest('auth/sign-out-page', [], 'names no application that it doesn’t know', async ({ open }) => {
  const left = leaves();
  const page = await open(undefined, '/oauth2/sign-out');
  page.answer('oauth2/logout/asked', answers({ application: null }));
  await page.see('That also ends what you opened with it in applications.');
  page.answer('oauth2/logout/go-on', answers({ location: '/login' }));
  await page.press('Sign out of Castellan');
  await page.settled();
  expect(left).toEqual(['/login']);
});

screenTest('auth/device-page', [], 'is no page where no application is', async ({ open }) => {
  for (const [address, path] of [
    ['/device', 'oauth2/session'],
    ['/oauth2/sign-out', 'oauth2/logout/asked'],
  ] as const) {
    const page = await open(undefined, address);
    page.answer(path, refuses('NOT_FOUND', 404));
    await page.find('heading', 'Page not found');
  }
});
