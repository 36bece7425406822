import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send, type Transport, transports } from '#e2e/support/transports.ts';
import { deviceHeader } from '#shared/contract/http-names.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { signsIn } from '#shared/contract/operation.ts';

const origin = 'https://tools.example.org';
const server = perFile(() => createTestApp({ 'allowed-origins': origin }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));

describe.each(Object.keys(transports) as Transport[])('over %s, a device', (transport) => {
  const signIn = (email: string, password: string, device?: string) =>
    transports[transport](
      server.address,
      contract.auth.login,
      { email, password },
      { headers: device === undefined ? {} : { [deviceHeader]: device } },
    );

  it('is given a token with the answer to a sign-in, and signs in with it while others have to wait', async () => {
    const { email } = transport === 'HTTP' ? seed.own.owner : seed.own.coOwner;
    const first = await signIn(email, testPassword);
    const device = first.headers.get(deviceHeader) ?? '';
    expect(device).toMatch(/^user_/);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const refused = await signIn(email, 'wrong');
      expect([refused.status, refused.headers.get(deviceHeader)]).toEqual([401, null]);
    }
    expect((await signIn(email, testPassword)).problem?.code).toBe('ACCOUNT_LOCKED');
    const again = await signIn(email, testPassword, device);
    expect([again.status, again.headers.get(deviceHeader)]).toEqual([200, expect.stringMatching(/^user_/)]);
  });

  it('is given none by any other answer', async () => {
    const answer = await transports[transport](
      server.address,
      contract.profile.getMe,
      {},
      { token: seed.own.admin.token },
    );
    expect([answer.status, answer.headers.get(deviceHeader)]).toEqual([200, null]);
  });
});

it('pages of allowed origins may send and read the header', async () => {
  const preflight = await send(server.address, 'OPTIONS', '/api/v1/users/me', {
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': `authorization,${deviceHeader}`,
    },
  });
  expect(preflight.headers.get('access-control-allow-headers')).toContain(deviceHeader);
  const { token } = seed.own.admin;
  const answer = await callHttp(server.address, contract.profile.getMe, {}, { token, headers: { origin } });
  expect(answer.headers.get('access-control-expose-headers')).toContain(deviceHeader);
});

it('the OpenAPI document has the header at each operation that signs in, and at no other', async () => {
  const { body } = await send(server.address, 'GET', '/api/v1/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, unknown>> };
  const documented = Object.values(paths)
    .flatMap((methods) => Object.values(methods) as { operationId: string }[])
    .filter((operation) => JSON.stringify(operation).split(`"${deviceHeader}"`).length === 3)
    .map(({ operationId }) => operationId);
  const expected = operations.filter(({ operation }) => signsIn(operation)).map(({ operation }) => operation.id);
  expect(documented.toSorted()).toEqual(expected.toSorted());
});
