import { beforeAll, expect, it } from 'vitest';
import { addApplication, redirectUri } from '#e2e/support/applications.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { send } from '#e2e/support/transports.ts';

const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', server.seed.own.owner.tenantId);
});

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const asked = { client_id: 'app_wiki', response_type: 'code', scope: 'openid', redirect_uri: redirectUri };

/** Where a browser is led that asks for a path, with the status. */
const ledTo = async (path: string, headers: Record<string, string> = html) => {
  const { status, headers: answered } = await send(server.app.address, 'GET', path, { headers });
  return [status, answered.get('location')];
};

it.each([
  [{ client_id: 'app_none' }, '/oauth2/problem?error=invalid_client'],
  [
    { redirect_uri: 'https://evil.example/?a=1&error=x' },
    '/oauth2/problem?error=invalid_redirect_uri&redirect_uri=https%3A%2F%2Fevil.example%2F%3Fa%3D1%26error%3Dx',
  ],
  [
    { redirect_uri: 'javascript:alert(1)' },
    '/oauth2/problem?error=invalid_redirect_uri&redirect_uri=javascript%3Aalert%281%29',
  ],
])('leads a browser to the page about what is wrong with %j, and clients of the API nowhere', async (change, page) => {
  const path = `/oauth2/authorize?${new URLSearchParams({ ...asked, ...change })}`;
  expect(await ledTo(path)).toEqual([303, page]);
  expect(await ledTo(path, { accept: '*/*' })).toEqual([400, null]);
});

it('leads a browser whose sign-in is over to the page that says so', async () => {
  expect(await ledTo('/oauth2/authorize/abc')).toEqual([303, '/oauth2/interaction/abc']);
});

it('leads a browser to the page about a request that lacks what it needs', async () => {
  const { redirect_uri: _, ...rest } = asked;
  const path = `/oauth2/authorize?${new URLSearchParams({ ...rest, response_mode: 'none' })}`;
  expect(await ledTo(path)).toEqual([303, expect.stringMatching(/^\/oauth2\/problem\?error=\w+$/)]);
});
