import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person, testOrigin } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';
import { contract } from '#shared/contract/index.ts';
import manifest from '../../../package.json' with { type: 'json' };

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
let begun: number;
beforeEach(async () => {
  begun = app.clock.now();
  owner = await app.owner();
  app.clock.advance(1_000);
});

const read = (person: Person) => app.call(contract.settings.getServiceInfo, {}, { token: person.token });

describe('the service information', () => {
  it('includes the host for admins of the admin team, and omits it for others', async () => {
    const admin = await app.join(owner, 'admin');
    const guest = await app.owner();
    const expected = {
      version: manifest.version,
      address: testOrigin,
      started_at: toIso(begun),
      rate_limits: false,
    };
    for (const person of [owner, admin]) {
      expect(await read(person)).toEqual({
        ...expected,
        host: {
          allowed_hosts: [new URL(testOrigin).host, `localhost:${new URL(testOrigin).port}`],
          data_folder: app.dataDir,
          database_bytes: expect.any(Number),
          schema_version: Object.keys(migrations).at(-1),
          node_version: process.versions.node,
          log_level: 'silent',
        },
      });
    }
    expect((await read(owner)).host?.database_bytes).toBeGreaterThan(100_000);
    expect(await read(guest)).toEqual({ ...expected, host: null });
  });
});
