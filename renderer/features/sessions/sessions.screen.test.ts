import { expect } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listSessions } = contract.sessions;
const { getMe } = contract.profile;
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** Signs in on one more device, which the list names. */
const signInOnWindows = async ({ app }: Cast, { email, password }: Cast['owner']): Promise<string> => {
  const answer = await app.call(contract.auth.login, { email, password }, { userAgent: windows });
  return answer.access_token;
};

screenTest('sessions/sessions-page', ['sessions.revokeSession'], 'ends the session of the row', async (cast) => {
  const { app, member, owner, open, read } = cast;
  const token = await signInOnWindows(cast, member);
  const third = await app.login(member);
  const page = await open(member, '/dashboard/sessions');
  await page.press(/^Sign out: Chrome on Windows/);
  await page.send('Sign out', 'sessions.revokeSession');
  await page.closed();
  await expect(app.call(getMe, {}, { token })).rejects.toThrow();
  for (const person of [member, third, owner]) await read(person, getMe, {});
});

screenTest(
  'sessions/trusted-devices',
  ['security.removeTrustedDevice'],
  'stops trusting the device of the row, and nobody else’s',
  async ({ app, owner, member, open, read }) => {
    const { tenantId: tenant_id, token } = owner;
    await app.call(contract.organization.updatePolicies, { tenant_id, trusted_device_days: 30 }, { token });
    for (const person of [owner, member]) {
      await enrol(app, person);
      const device_token = app.service.context.knownDevices.issue(person.id, undefined);
      await app.call(contract.security.trustDevice, { device_token }, { token: person.token, userAgent: windows });
    }
    const page = await open(member, '/dashboard/sessions');
    await page.see('Trusted devices');
    await page.send('Remove trusted device: Chrome on Windows', 'security.removeTrustedDevice');
    await page.see(/^Device removed/);
    expect(await page.shows('Trusted devices')).toBe(false);
    expect((await read(owner, contract.security.listTrustedDevices, {})).total).toBe(1);
  },
);

screenTest('sessions/sessions-page', [], 'lists the person’s own session first', async (cast) => {
  const { app, member, open } = cast;
  app.clock.advance(60_000);
  await signInOnWindows(cast, member);
  const page = await open(member, '/dashboard/sessions');
  const list = await page.find('list', 'Sessions');
  expect([...list.children].map(({ textContent }) => textContent?.includes('This session'))).toEqual([true, false]);
});

screenTest(
  'sessions/sessions-page',
  ['sessions.revokeSession'],
  'signs out here when its own session is ended',
  async (cast) => {
    const { app, member, open, read } = cast;
    const other = await signInOnWindows(cast, member);
    const page = await open(member, '/dashboard/sessions');
    await page.press(/^Sign out: (?!Chrome)/);
    await page.send('Sign out', 'sessions.revokeSession');
    await page.find('button', 'Sign in');
    await expect(read(member, getMe, {})).rejects.toThrow();
    await app.call(getMe, {}, { token: other });
  },
);

screenTest(
  'sessions/sessions-page',
  ['sessions.revokeOtherSessions'],
  'ends all of the person’s other sessions, and nobody else’s',
  async (cast) => {
    const { app, member, owner, open, read } = cast;
    const others = [await signInOnWindows(cast, member), (await app.login(member)).token];
    const page = await open(member, '/dashboard/sessions');
    await page.press('Sign out everywhere else');
    await page.send('Sign out everywhere else', 'sessions.revokeOtherSessions');
    await page.closed();
    for (const token of others) await expect(app.call(getMe, {}, { token })).rejects.toThrow();
    expect((await read(member, listSessions, {})).sessions).toHaveLength(1);
    await read(owner, getMe, {});
  },
);

screenTest(
  'security/team-sessions',
  ['sessions.revokeMemberSession'],
  'ends the session of the row, and those that were chosen',
  async (cast) => {
    const { app, owner, member, open, read } = cast;
    const third = await app.join(owner);
    const token = await signInOnWindows(cast, member);
    const page = await open(owner, '/dashboard/security?tab=sessions');
    await page.press(`Revoke the session of ${member.name} on Chrome on Windows`);
    await page.send('Revoke session', 'sessions.revokeMemberSession');
    await page.closed();
    await expect(app.call(getMe, {}, { token })).rejects.toThrow();
    for (const person of [member, third]) await read(person, getMe, {});
    await page.press(new RegExp(`^Select the session of ${third.name}`));
    await page.press('Revoke 1 session');
    await page.press('Revoke session');
    await page.closed();
    await expect(read(third, getMe, {})).rejects.toThrow();
    await read(member, getMe, {});
  },
);

screenTest('team/member-sessions', ['sessions.revokeMemberSession'], 'ends one session of a member', async (cast) => {
  const { app, owner, member, open, read } = cast;
  const token = await signInOnWindows(cast, member);
  const page = await open(owner, `/dashboard/team/${member.id}`);
  await page.press(/^Revoke session: Chrome on Windows/);
  await page.send('Revoke session', 'sessions.revokeMemberSession');
  await page.closed();
  await expect(app.call(getMe, {}, { token })).rejects.toThrow();
  await read(member, getMe, {});
});

screenTest(
  'sessions/sign-ins',
  ['sessions.revokeOtherSessions'],
  'lists sign-ins with those that failed, and leads from a foreign one to a new password',
  async (cast) => {
    const { app, member, owner, open, read } = cast;
    const token = await signInOnWindows(cast, member);
    const wrong = app.call(contract.auth.login, { email: member.email, password: 'wrong' });
    await expect(wrong).rejects.toThrow();
    const page = await open(member, '/dashboard/sessions');
    await page.press('Sign-ins');
    await page.see('Wrong password');
    await page.press(/^This wasn’t me: Chrome on Windows/);
    await page.send('Sign out everywhere else', 'sessions.revokeOtherSessions');
    await page.field('Current password');
    await expect(app.call(getMe, {}, { token })).rejects.toThrow();
    for (const person of [member, owner]) await read(person, getMe, {});
  },
);
