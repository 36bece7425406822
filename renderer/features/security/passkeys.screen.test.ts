import { expect } from 'vitest';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { siteOf } from '#e2e/support/passkeys.ts';
import { plugInAuthenticator } from '#e2e/support/screens/authenticator.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
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
  'security/confirmation-ways',
  ['security.startPasskeyConfirmation', 'auth.confirmSession'],
  'confirms with the passkey first, or with a code instead, and then does what was asked',
  async (cast) => {
    const { app, owner, open, read } = cast;
    await enrol(app, owner);
    const { soft } = await addPasskey(app, owner);
    const device = plugInAuthenticator(soft);
    app.clock.advance(15 * 60_000);
    const page = await open(owner, at(cast, '/dashboard/profile?tab=second-factor'));
    await page.press('Turn off');
    await page.fill('Your password', owner.password);
    await page.press('Turn off');
    await page.press('Use a code instead');
    await page.press('Use a passkey instead');
    device.isDismissed = true;
    await page.press('Use passkey');
    await page.see(/No passkey was used/);
    device.isDismissed = false;
    await page.send('Use passkey', 'auth.confirmSession');
    await page.closed();
    expect(await read(owner, contract.security.getSecondFactor, {})).toMatchObject({ authenticator: false });
  },
);
