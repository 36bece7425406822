import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveSettings } from '#e2e/fixtures/hosting.ts';
import { type Actor, createSeedData } from '#e2e/fixtures/seed-data.ts';
import { createTestServer, type TestServer } from '#e2e/fixtures/test-server.ts';
import { type Transport, transports } from '#e2e/fixtures/transports.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting } = contract;

let server: TestServer;
let owner: Actor;
beforeAll(async () => {
  server = await createTestServer({ 'rate-limits': 'off' });
  ({ stranger: owner } = await createSeedData(server.app.context, 'no password fits'));
});
afterAll(() => server.close());

describe.each(Object.keys(transports) as Transport[])('a provider that cannot be reached, through %s', (transport) => {
  it('returns 502 with the reason, not an internal error', async () => {
    const { token } = owner;
    const stored = await transports[transport](server.address, hosting.updateProviderSettings, liveSettings, { token });
    expect(stored.status).toBe(200);
    const answer = await transports[transport](server.address, hosting.syncServers, {}, { token });
    expect([answer.status, answer.problem]).toEqual([
      502,
      expect.objectContaining({
        code: 'PROVIDER_UNREACHABLE',
        status: 502,
        provider_reason: 'network',
        success: false,
      }),
    ]);
    expect(answer.text).not.toContain(liveSettings.key);
  });
});
