import { expect } from 'vitest';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { codeAt, enrol, nextCode } from '#e2e/support/second-factor.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getSecondFactor, listPasskeys } = contract.security;
const address = '/dashboard/profile?tab=second-factor';
const factorOf = ({ read, owner }: Cast) => read(owner, getSecondFactor, {});

screenTest(
  'security/enrolment',
  ['security.startSecondFactor', 'security.confirmSecondFactor'],
  'sets up an authenticator app with the secret that it shows',
  async (cast) => {
    const { app, owner, member, open, read } = cast;
    const page = await open(owner, address);
    await page.fill('Your password', owner.password);
    await page.send('Set up', 'security.startSecondFactor');
    const secret = (await page.field('Secret')).value;
    await page.fill('6-digit code', codeAt(secret, app.clock.now()));
    await page.send('Turn on', 'security.confirmSecondFactor');
    await page.find('list', 'Recovery codes');
    expect(await factorOf(cast)).toMatchObject({ enabled: true, authenticator: true });
    expect(await read(member, getSecondFactor, {})).toMatchObject({ enabled: false });
  },
);

screenTest(
  'security/second-factor-tab',
  ['security.regenerateRecoveryCodes', 'security.disableSecondFactor'],
  'makes new recovery codes, which work, and turns the app off',
  async (cast) => {
    const { app, owner, open } = cast;
    const { recoveryCodes } = await enrol(app, owner);
    const page = await open(owner, address);
    await page.press('New recovery codes');
    await page.fill('Your password', owner.password);
    await page.send('Create codes', 'security.regenerateRecoveryCodes');
    await page.closed();
    const shown = (await page.find('list', 'Recovery codes')).querySelectorAll('li');
    const codes = [...shown].map(({ textContent }) => textContent);
    expect(codes).toHaveLength(recoveryCodes.length);
    expect(codes.filter((code) => recoveryCodes.includes(code ?? ''))).toEqual([]);
    await page.press('I’ve saved them');
    await page.press('Turn off');
    await page.fill('Your password', owner.password);
    await page.send('Turn off', 'security.disableSecondFactor');
    await page.closed();
    expect(await factorOf(cast)).toMatchObject({ enabled: false });
  },
);

screenTest(
  'security/confirmation-ways',
  ['auth.confirmSession'],
  'asks for a code once the sign-in is old, then does what was asked',
  async (cast) => {
    const { app, owner, open } = cast;
    const { secret } = await enrol(app, owner);
    app.clock.advance(15 * 60_000);
    const page = await open(owner, address);
    await page.press('Turn off');
    await page.fill('Your password', owner.password);
    await page.press('Turn off');
    await page.fill('Code', nextCode(app, secret));
    await page.send('Confirm', 'auth.confirmSession');
    await page.closed();
    expect(await factorOf(cast)).toMatchObject({ enabled: false });
  },
);

screenTest(
  'security/confirmation-ways',
  [],
  'gives the focus back once the button below can have it, however long that takes',
  async ({ app, owner, open }) => {
    await enrol(app, owner);
    app.clock.advance(15 * 60_000);
    const page = await open(owner, address);
    await page.press('Turn off');
    await page.fill('Your password', owner.password);
    const button = await page.find('button', 'Turn off');
    await page.press('Turn off');
    await page.field('Code');
    const focus = button.focus.bind(button);
    // As a button ignores it while it is loading.
    let ignored = 0;
    button.focus = (options) => {
      ignored += 1;
      if (ignored > 5) focus(options);
    };
    await page.keys('{Escape}');
    await expect.poll(() => document.activeElement).toBe(button);
  },
);

/** Two passkeys, and the page with them. */
const openPasskeys = async ({ app, owner, open }: Cast) => {
  for (const name of ['Laptop', 'Phone']) await addPasskey(app, owner, { name });
  return open(owner, '/dashboard/profile?tab=passkeys');
};
const namesOf = async ({ owner, read }: Cast) =>
  (await read(owner, listPasskeys, {})).passkeys.map(({ name }) => name).toSorted();

screenTest('security/rename-passkey-dialog', ['security.renamePasskey'], 'renames that of the row', async (cast) => {
  const page = await openPasskeys(cast);
  await page.press('Rename Phone');
  await page.fill('Name', 'Key ring');
  await page.send('Save', 'security.renamePasskey');
  await page.closed();
  expect(await namesOf(cast)).toEqual(['Key ring', 'Laptop']);
});

screenTest('security/passkeys-tab', ['security.removePasskey'], 'removes that of the row', async (cast) => {
  const page = await openPasskeys(cast);
  await page.press('Remove Phone');
  await page.fill('Your password', cast.owner.password);
  await page.send('Remove passkey', 'security.removePasskey');
  await page.closed();
  expect(await namesOf(cast)).toEqual(['Laptop']);
});

screenTest(
  'security/set-up-second-factor-page',
  ['auth.logout'],
  'lets those sign out who must set it up first, and shows them nothing else',
  async ({ app, owner, member, open, read }) => {
    await enrol(app, owner);
    const policies = { tenant_id: owner.tenantId, second_factor_required: true, second_factor_grace_days: 0 };
    await app.call(contract.organization.updatePolicies, policies, { token: owner.token });
    const page = await open(member, '/dashboard/team');
    await page.find('button', 'Set up');
    await page.press('Sign out');
    await page.find('button', 'Sign in');
    await expect(read(member, contract.profile.getMe, {})).rejects.toThrow();
    const another = await app.login(member);
    const offline = await open(another, '/dashboard/team');
    offline.answer('auth.logout', () => Promise.reject(new TypeError('Failed to fetch')));
    await offline.press('Sign out');
    await offline.find('button', 'Sign in');
    expect(await offline.shows(/Signed out here, but we couldn’t reach the server/)).toBe(true);
  },
);
