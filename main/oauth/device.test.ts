import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  const { tenantId } = server.seed.own.owner;
  await addApplication(server.app.context.db.write, 'app_tv', tenantId, { kind: 'native', name: 'Television' });
  await addApplication(server.app.context.db.write, 'app_spa', tenantId, { kind: 'single_page' });
});

const begin = async (scope = 'openid offline_access', id = 'app_tv') => {
  const config = await server.discover(id, client.None());
  const device = await client.initiateDeviceAuthorization(config, { scope });
  /** Asks once, as a device does every few seconds. */
  const poll = () =>
    client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: device.device_code,
    });
  return { config, device, poll };
};
type Browser = Awaited<ReturnType<typeof server.signedIn>>;
const tell = (browser: Browser, how: 'asked' | 'go-on' | 'refuse', user_code: string) =>
  browser.ask('POST', `/oauth2/device/${how}`, { user_code });

describe('a device', () => {
  it('signs someone in who types its code, however they write it', async () => {
    const { config, device, poll } = await begin();
    expect(device.verification_uri).toBe(`${publicUrl}/device`);
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    const browser = await server.signedIn();
    const typed = device.user_code.toLowerCase().replace('-', ' ');
    const asked = await tell(browser, 'asked', typed);
    expect(asked.body).toEqual({ application: { name: 'Television' }, scopes: ['openid', 'offline_access'] });
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    expect((await tell(browser, 'go-on', typed)).body).toEqual({});
    const tokens = await poll();
    const info = await client.fetchUserInfo(config, tokens.access_token, server.seed.own.owner.id);
    expect(info.sub).toBe(server.seed.own.owner.id);
    expect(tokens.id_token).toBeDefined();
    await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    // Once is enough, for the device and for the person.
    await expect(poll()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await tell(browser, 'asked', typed)).status).toBe(404);
  });

  it('knows whoever decides first, and nobody else has allowed it anything', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = `app_raced_${round}`;
      const { own } = server.seed;
      await addApplication(server.app.context.db.write, id, own.owner.tenantId, {
        kind: 'native',
        name: id,
        name_key: id,
      });
      const { device } = await begin('openid', id);
      const people = await Promise.all([own.owner, own.admin, own.member].map(({ email }) => server.signedIn(email)));
      const answers = await Promise.all(people.map((browser) => tell(browser, 'go-on', device.user_code)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
      const consents = await tablesOf(server.app.context.db.read)
        .selectFrom('application_consents')
        .select('user_id')
        .where('application_id', '=', id)
        .execute();
      expect(consents).toEqual([{ user_id: people[answers.findIndex(({ status }) => status === 200)]?.userId }]);
    }
  });

  it('is told no', async () => {
    const { device, poll } = await begin();
    const browser = await server.signedIn();
    await tell(browser, 'refuse', device.user_code);
    await expect(poll()).rejects.toMatchObject({ error: 'access_denied' });
    expect((await tell(browser, 'go-on', device.user_code)).status).toBe(404);
  });

  it('gets no refresh token that it has not asked for', async () => {
    const { device, poll } = await begin('openid');
    await tell(await server.signedIn(), 'go-on', device.user_code);
    expect((await poll()).refresh_token).toBeUndefined();
  });

  it('loses what it got when the person signs out', async () => {
    const { config, device, poll } = await begin();
    const browser = await server.signedIn();
    await tell(browser, 'go-on', device.user_code);
    const tokens = await poll();
    await callTrpc(server.app.address, contract.auth.logout, {}, { token: browser.token });
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('gets nothing by a code that is over', async () => {
    const { device, poll } = await begin();
    server.clock.advance(10 * minute);
    expect((await tell(await server.signedIn(), 'asked', device.user_code)).status).toBe(404);
    await expect(poll()).rejects.toThrow();
  });
});

describe('the code of a device', () => {
  it('tells people of another organization nothing', async () => {
    const { device, poll } = await begin();
    const stranger = await server.signedIn(server.seed.foreign.owner.email);
    for (const how of ['asked', 'go-on', 'refuse'] as const)
      expect((await tell(stranger, how, device.user_code)).status).toBe(404);
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
  });

  it('counts for whoever is signed in, on our own page', async () => {
    const { device } = await begin();
    const browser = await server.signedIn();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = { user_code: device.user_code };
    const from = async (headers: Record<string, string>) =>
      (await send(server.app.address, 'POST', '/oauth2/device/go-on', { headers, body })).status;
    expect(await from({ cookie, origin: 'https://evil.example' })).toBe(403);
    expect(await from({ cookie })).toBe(403);
    expect(await from({ origin: publicUrl })).toBe(401);
    expect(await from({ cookie, origin: publicUrl })).toBe(200);
  });

  it.each([undefined, 7, '', 'x'.repeat(65)])('is refused if it is %j', async (user_code) => {
    const { status } = await (await server.signedIn()).ask('POST', '/oauth2/device/asked', { user_code });
    expect(status).toBe(user_code === '' ? 404 : 400);
  });

  it('is stored in no form that anyone could try out', async () => {
    const { device } = await begin();
    const { read } = server.app.context.db;
    const stored = JSON.stringify(await tablesOf(read).selectFrom('oauth_records').selectAll().execute());
    for (const code of [device.device_code, device.user_code, device.user_code.replace('-', '')])
      expect(stored).not.toContain(code);
  });
});

it('a page in a browser is no device', async () => {
  const config = await server.discover('app_spa', client.None());
  await expect(client.initiateDeviceAuthorization(config, { scope: 'openid' })).rejects.toMatchObject({
    error: 'invalid_request',
  });
});
