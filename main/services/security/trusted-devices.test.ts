import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { type Authenticator, enrol, nextCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute, trustedDevicesPerUser } from '#shared/rules/limits.ts';

const { auth, security, sessions, team } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
let authenticator: Authenticator;
beforeEach(async () => {
  await setPolicies(app, owner, { trusted_device_days: 30 });
  authenticator = await enrol(app, owner);
});

/** The first step of a sign-in, on a device. */
const firstStep = (device?: string) => {
  const { email, password } = owner;
  return app.call(auth.login, { email, password }, { device });
};
const isAsked = async (device?: string): Promise<boolean> => {
  const answer = await firstStep(device).catch((error: { key?: string }) => error);
  return 'key' in answer && answer.key === 'SECOND_FACTOR_REQUIRED';
};
/** Both steps, on a device that is given a token. */
const signIn = async (): Promise<{ token: string; device: string }> => {
  const { second_factor_token = '' } = await failsWith(firstStep(), 'SECOND_FACTOR_REQUIRED');
  let device = '';
  const code = nextCode(app, authenticator.secret);
  const answer = await app.call(
    auth.completeLogin,
    { second_factor_token, code },
    { onDevice: (given) => (device = given) },
  );
  return { token: answer.access_token, device };
};
const trust = (device_token: string, token: string) => app.call(security.trustDevice, { device_token }, { token });
/** A device that signs in with the password alone from now on. */
const trusted = async (): Promise<{ token: string; device: string }> => {
  const signedIn = await signIn();
  await trust(signedIn.device, signedIn.token);
  return signedIn;
};
const list = async ({ token }: Pick<Person, 'token'>) =>
  (await app.call(security.listTrustedDevices, {}, { token })).devices;

describe('a trusted device', () => {
  it('signs in with the password alone, for as long as the policy says, and no other device does', async () => {
    const { device, token } = await trusted();
    const other = await signIn();
    expect(await isAsked(device)).toBe(false);
    expect(await isAsked(other.device)).toBe(true);
    expect(await isAsked()).toBe(true);
    const [listed, ...more] = await list({ token });
    expect(more).toEqual([]);
    expect(Date.parse(listed?.expires_at ?? '') - Date.parse(listed?.created_at ?? '')).toBe(30 * day);

    app.clock.advance(Date.parse(listed?.expires_at ?? '') - app.clock.now() - 1);
    expect(await isAsked(device)).toBe(false);
    app.clock.advance(1);
    expect(await isAsked(device)).toBe(true);
  });

  it('is asked again at once when the policy gets stricter, and the sign-in says how long it could be', async () => {
    const { device } = await trusted();
    expect((await failsWith(firstStep(), 'SECOND_FACTOR_REQUIRED')).trusted_device_days).toBe(30);
    await setPolicies(app, owner, { trusted_device_days: 0 });
    const refused = await failsWith(firstStep(device), 'SECOND_FACTOR_REQUIRED');
    expect(refused).not.toHaveProperty('trusted_device_days');
  });

  it('stays untrusted when the policy allows again what it ended', async () => {
    const { device: older } = await trusted();
    app.clock.advance(2 * day);
    const { device, token } = await trusted();
    const allow = (trusted_device_days: number) => setPolicies(app, { ...owner, token }, { trusted_device_days });
    await allow(1);
    await allow(30);
    expect([await isAsked(older), await isAsked(device)]).toEqual([true, false]);
    await allow(0);
    await allow(30);
    expect(await isAsked(device)).toBe(true);
  });

  it('replaces the second step of the sign-in only: sensitive changes ask for the second factor', async () => {
    const { device } = await trusted();
    const { access_token: token } = await firstStep(device);
    const open = await app.call(sessions.listSessionHistory, { state: 'open' }, { token });
    expect(open.sessions.find(({ current }) => current)?.sign_in_method).toBe('password_trusted_device');
    const { password } = owner;
    const key = { name: 'Tool', scopes: ['self' as const], password };
    await failsWith(app.call(security.createApiKey, key, { token }), 'REAUTHENTICATION_REQUIRED');
    await failsWith(trust(device, token), 'REAUTHENTICATION_REQUIRED');
  });

  it('is not enough for a link that resets the password', async () => {
    const { device } = await trusted();
    await app.call(auth.forgotPassword, { email: owner.email });
    const token = await app.mailedToken(owner.email, 'password_reset');
    const reset = app.call(auth.resetPassword, { token, new_password: 'another good one' }, { device });
    await failsWith(reset, 'SECOND_FACTOR_REQUIRED');
  });

  it('is asked again once it is removed, or the last second factor was', async () => {
    const first = await trusted();
    const [{ device_id } = { device_id: '' }] = await list(first);
    await app.call(security.removeTrustedDevice, { device_id }, { token: first.token });
    expect(await isAsked(first.device)).toBe(true);
    expect(await list(first)).toEqual([]);

    const second = await trusted();
    const { password } = owner;
    const code = nextCode(app, authenticator.secret);
    await app.call(security.disableSecondFactor, { password, code }, { token: second.token });
    authenticator = await enrol(app, { ...owner, token: second.token });
    expect(await isAsked(second.device)).toBe(true);
  });

  it('ends with the session in which it was trusted, if that made someone an owner and this is undone', async () => {
    const older = await trusted();
    const accomplice = await app.join(owner);
    app.clock.advance(minute);
    const thief = await trusted();
    const change = { tenant_id: owner.tenantId, user_id: accomplice.id, role: 'owner' as const };
    await app.call(team.changeRole, change, { token: thief.token });
    await app.call(security.undoChange, { token: await app.mailedToken(owner.email, 'owner_added') });
    expect([await isAsked(thief.device), await isAsked(older.device)]).toEqual([true, false]);
  });

  it('belongs to one account', async () => {
    const { device, token } = await trusted();
    const other = await app.join({ ...owner, token }, 'member');
    await enrol(app, other);
    const { email, password } = other;
    await failsWith(app.call(auth.login, { email, password }, { device }), 'SECOND_FACTOR_REQUIRED');
    await failsWith(trust(device, other.token), 'DEVICE_UNKNOWN');
  });
});

describe('trusting a device', () => {
  it('takes the policy, a second factor and a device that is known', async () => {
    const { device, token } = await signIn();
    await failsWith(trust('none', token), 'DEVICE_UNKNOWN');
    await setPolicies(app, { ...owner, token }, { trusted_device_days: 0 });
    expect((await failsWith(trust(device, token), 'STATE_CONFLICT')).reason).toBe('trusted_devices_off');
    await setPolicies(app, { ...owner, token }, { trusted_device_days: 1 });
    const { password } = owner;
    const code = nextCode(app, authenticator.secret);
    await app.call(security.disableSecondFactor, { password, code }, { token });
    expect((await failsWith(trust(device, token), 'STATE_CONFLICT')).reason).toBe('second_factor_off');
  });

  it('asks who it is some time after the sign-in', async () => {
    const { device, token } = await signIn();
    app.clock.advance(11 * minute);
    await failsWith(trust(device, token), 'REAUTHENTICATION_REQUIRED');
  });

  it('twice makes it one device, trusted from then on, and a further one takes the place of the oldest', async () => {
    const { device, token } = await trusted();
    app.clock.advance(1);
    await trust(device, token);
    expect(await list({ token })).toHaveLength(1);
    for (let added = 0; added < trustedDevicesPerUser; added += 1) {
      app.clock.advance(1);
      await trust(app.service.context.knownDevices.issue(owner.id, undefined), token);
    }
    expect(await list({ token })).toHaveLength(trustedDevicesPerUser);
    expect(await isAsked(device)).toBe(true);
  });

  it('stores nothing that could be shown as the device', async () => {
    const { device } = await trusted();
    const rows = await tablesOf(app.service.context.db.read).selectFrom('trusted_devices').selectAll().execute();
    const nonce = device.split('.')[1] ?? '';
    expect(nonce).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(nonce);
  });
});
