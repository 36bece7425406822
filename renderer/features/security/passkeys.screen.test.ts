import { expect } from 'vitest';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { siteOf } from '#e2e/support/passkeys.ts';
import { plugInAuthenticator } from '#e2e/support/screens/authenticator.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();

/** Passkeys need a name, which the address of the other tests isn't. */
const at = ({ app }: Cast, path: string): string => `${siteOf(app.service.context).origin}${path}`;
const passkeysOf = async ({ owner, read }: Cast) =>
  (await read(owner, contract.security.listPasskeys, {})).passkeys.map(({ name }) => name);

screenTest(
  'security/add-passkey-dialog',
  ['security.startPasskeyRegistration', 'security.addPasskey'],
  'adds the one that the device makes, shows the first recovery codes, and makes no second one there',
  async (cast) => {
    const { owner, open } = cast;
    const device = plugInAuthenticator();
    const page = await open(owner, at(cast, '/dashboard/profile?tab=passkeys'));
    await page.press('Add passkey');
    await page.fill('Name', 'Work laptop');
    await page.fill('Your password', owner.password);
    device.isDismissed = true;
    await page.press('Add passkey');
    await page.see(/No passkey was/);
    device.isDismissed = false;
    await page.send('Add passkey', 'security.startPasskeyRegistration');
    await page.find('list', 'Recovery codes');
    await page.press('I’ve saved them');
    await page.closed();
    await page.see('Work laptop');
    expect(await passkeysOf(cast)).toEqual(['Work laptop']);

    await page.press('Add passkey');
    await page.fill('Name', 'Twice');
    await page.fill('Your password', owner.password);
    await page.press('Add passkey');
    await page.see(/This device already has a passkey/);
    expect(await passkeysOf(cast)).toEqual(['Work laptop']);
  },
);

screenTest(
  'auth/passkey-sign-in',
  ['auth.startPasskeyLogin', 'auth.loginWithPasskey'],
  'signs in whoever holds the passkey, with nothing else',
  async (cast) => {
    const { app, owner, member, open, read } = cast;
    const { soft } = await addPasskey(app, member);
    plugInAuthenticator(soft);
    const page = await open(undefined, at(cast, '/login'));
    await page.send('Sign in with a passkey', 'auth.startPasskeyLogin');
    await page.find('heading', 'Dashboard');
    await page.find('button', `Account menu of ${member.name}`);
    const methodsOf = async (person: typeof owner) =>
      (await read(person, contract.sessions.listSessionHistory, {})).sessions.map((session) => session.sign_in_method);
    expect(await methodsOf(member)).toContain('passkey');
    expect(await methodsOf(owner)).not.toContain('passkey');
  },
);

screenTest(
  'auth/second-factor-page',
  ['auth.startPasskeySecondFactor', 'auth.completeLoginWithPasskey'],
  'takes the passkey as the second step of a sign-in',
  async (cast) => {
    const { app, owner, open } = cast;
    const { soft } = await addPasskey(app, owner);
    const device = plugInAuthenticator(soft);
    const page = await open(undefined, at(cast, '/login'));
    await page.fill('Email', owner.email);
    await page.fill('Password', owner.password);
    await page.press('Sign in');
    await page.see('Use your passkey, or enter a code.');
    device.isDismissed = true;
    await page.press('Use passkey');
    await page.see(/No passkey was used/);
    device.isDismissed = false;
    await page.send('Use passkey', 'auth.completeLoginWithPasskey');
    await page.find('heading', 'Dashboard');
  },
);

screenTest(
  'auth/second-factor-page',
  ['auth.completeLogin'],
  'takes a code in place of the passkey, of an account that has both and got no second set of recovery codes',
  async (cast) => {
    const { app, owner, open } = cast;
    const { secret } = await enrol(app, owner);
    plugInAuthenticator();
    const profile = await open(owner, at(cast, '/dashboard/profile?tab=passkeys'));
    await profile.press('Add passkey');
    await profile.fill('Name', 'Phone');
    await profile.fill('Your password', owner.password);
    await profile.press('Add passkey');
    await profile.closed();
    expect(await passkeysOf(cast)).toEqual(['Phone']);
    const page = await open(undefined, at(cast, '/login'));
    await page.fill('Email', owner.email);
    await page.fill('Password', owner.password);
    await page.press('Sign in');
    await page.press('Enter a code instead');
    await page.fill('Code', nextCode(app, secret));
    await page.send('Sign in', 'auth.completeLogin');
    await page.find('heading', 'Dashboard');
  },
);

screenTest('security/passkeys-tab', [], 'offers no passkeys at an address without a name', async (cast) => {
  const { app, owner, open } = cast;
  const { soft } = await addPasskey(app, owner);
  plugInAuthenticator(soft);
  const page = await open(owner, '/dashboard/profile?tab=passkeys');
  await page.see(/^Passkeys don’t work in this window/);
  await page.see('Laptop');
  expect(await page.has('button', 'Add passkey')).toBe(false);
  const login = await open(undefined, '/login');
  await login.find('button', 'Sign in');
  expect(await login.has('button', 'Sign in with a passkey')).toBe(false);
});

screenTest(
  'security/confirmation-ways',
  ['security.startPasskeyConfirmation', 'auth.confirmSession'],
  'confirms with the passkey first, or with a recovery code, and then does what was asked',
  async (cast) => {
    const { app, owner, open } = cast;
    const { soft, recoveryCodes } = await addPasskey(app, owner);
    await addPasskey(app, owner, { name: 'Phone' });
    const device = plugInAuthenticator(soft);
    const remove = async (name: string) => {
      app.clock.advance(15 * 60_000);
      const page = await open(owner, at(cast, '/dashboard/profile?tab=passkeys'));
      await page.press(`Remove ${name}`);
      await page.fill('Your password', owner.password);
      await page.press('Remove passkey');
      return page;
    };
    const page = await remove('Phone');
    await page.press('Use a code instead');
    await page.press('Use a passkey instead');
    device.isDismissed = true;
    await page.press('Use passkey');
    await page.see(/No passkey was used/);
    device.isDismissed = false;
    await page.send('Use passkey', 'auth.confirmSession');
    await page.closed();
    expect(await passkeysOf(cast)).toEqual(['Laptop']);

    const later = await remove('Laptop');
    await later.press('Use a code instead');
    await later.fill('Recovery code', recoveryCodes?.[0] ?? '');
    await later.press('Confirm');
    await later.closed();
    expect(await passkeysOf(cast)).toEqual([]);
  },
);
