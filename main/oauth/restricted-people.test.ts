import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createOpenIdService } from '#e2e/support/openid-service.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { seedSecondFactor } from '#e2e/support/second-factor.ts';
import { setVerified } from '#e2e/support/verified.ts';
import { type Restriction, restrictionNames, restrictions } from '#shared/rules/restrictions.ts';
import { tablesOf } from '../storage/database/tables.ts';

const server = perFile(() => createOpenIdService());
beforeAll(async () => {
  await addApplication(server.app.context.db.write, 'app_wiki', server.seed.own.owner.tenantId);
});
const member = () => server.seed.own.member;
const require = (change: { verified_email_required?: 0 | 1; second_factor_required_at?: number | null }) =>
  tablesOf(server.app.context.db.write)
    .updateTable('tenants')
    .set({ second_factor_grace_days: 0, ...change })
    .where('id', '=', server.seed.own.id)
    .execute();

/** What an organization may require, how someone meets it, and how it is no longer required. */
const cases: Record<Restriction, { demand(): Promise<unknown>; meet(): Promise<unknown>; end(): Promise<unknown> }> = {
  verified_email: {
    async demand() {
      await setVerified(server, member(), false);
      await require({ verified_email_required: 1 });
    },
    meet: () => setVerified(server, member(), true),
    end: () => require({ verified_email_required: 0 }),
  },
  second_factor: {
    demand: () => require({ second_factor_required_at: server.clock.now() }),
    meet: () => seedSecondFactor(server.app.context, server.app.context.db.write, member().id, 'active'),
    end: () => require({ second_factor_required_at: null }),
  },
};

/** DECISION 0136: they can do nothing but meet it, and an application acts for them. */
describe.each(restrictionNames)('people without what their organization requires: %s', (name) => {
  it('are let in by applications and known to them once they have it, and not before', async () => {
    const { demand, meet, end } = cases[name];
    const config = await server.discover('app_wiki');
    const browser = await server.signedIn(member().email);
    const { tokens } = await server.signInTo(browser, config);
    const lasting = await server.signInTo(browser, config, 'openid offline_access');
    const access = tokens.access_token;
    const refreshed = () => client.refreshTokenGrant(config, lasting.tokens.refresh_token ?? '');
    const isKnown = async () => (await client.tokenIntrospection(config, access)).active;

    await demand();
    await expect(server.signInTo(browser, config)).rejects.toThrow(restrictions[name]);
    await expect(refreshed()).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(client.fetchUserInfo(config, access, member().id)).rejects.toThrow();
    expect(await isKnown()).toBe(false);

    await meet();
    await server.signInTo(browser, config);
    await refreshed();
    await client.fetchUserInfo(config, access, member().id);
    expect(await isKnown()).toBe(true);
    await end();
  });
});
