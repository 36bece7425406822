import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

/**
 * The last member's deletion ends their sessions and keys together with the tenant's. A credential that was stored all the
 * same, by a restored backup for example, must not work either.
 */
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const schedule = ({ tenantId }: Person, deleteAt: number | null) =>
  tablesOf(app.service.context.db.write)
    .updateTable('tenants')
    .set({ delete_at: deleteAt })
    .where('id', '=', tenantId)
    .execute();

describe('in a tenant whose deletion is scheduled', () => {
  const me = (token: string) => app.call(contract.profile.getMe, {}, { token });

  it('a session ends', async () => {
    const person = await app.owner();
    await me(person.token);
    await schedule(person, app.clock.now() + day);
    expect((await failsWith(me(person.token), 'SESSION_ENDED')).reason).toBe('deleted');
  });

  it('a refresh token is refused', async () => {
    const person = await app.owner();
    await schedule(person, app.clock.now() + day);
    const refused = app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
    expect((await failsWith(refused, 'REFRESH_TOKEN_INVALID')).reason).toBe('deleted');
  });
});
