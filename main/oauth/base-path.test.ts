import * as client from 'openid-client';
import { expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createOpenIdService, publicUrl } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';

const issuer = `${publicUrl}/castellan`;
const server = perFile(() => createOpenIdService('/castellan'));

it('below a base path, an application finds everything below it, and signs people in', async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', server.seed.own.owner.tenantId);
  const config = await server.discover('app_wiki');
  const metadata = config.serverMetadata();
  expect(metadata.issuer).toBe(issuer);
  for (const [name, value] of Object.entries(metadata)) {
    if (/_endpoint$|_uri$/.test(name)) expect(value).toContain(`${issuer}/`);
  }
  const browser = await server.signedIn();
  expect([...browser.cookies.keys()]).toContain('__Secure-castellan');
  const { tokens } = await server.signInTo(browser, config, 'openid email offline_access');
  expect(tokens.claims()?.iss).toBe(issuer);
  const info = await client.fetchUserInfo(config, tokens.access_token, server.seed.own.owner.id);
  expect(info.email).toBe(server.seed.own.owner.email);
  await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  const device = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
  expect(device.verification_uri).toBe(`${issuer}/device`);
  const answer = await browser.ask('GET', '/castellan/oauth2/logout?client_id=app_wiki');
  expect(answer.headers.get('location')).toBe('/castellan/oauth2/sign-out');
  const left = await browser.ask('POST', '/castellan/oauth2/logout/go-on');
  expect(left.body).toEqual({ location: `${issuer}/login` });
});
