import { expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { createLiveService, sandboxOwner } from '#e2e/support/hosting.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { day } from '#shared/rules/limits.ts';
import { listProviderSettings } from '../storage/store/hosting/provider-settings.ts';
import { recordHostingCosts } from './hosting-costs.ts';

const live = perTest(() => createLiveService());

const tenantsReadAt = async (instant: number) =>
  (await listProviderSettings(live.app.service.context.db.read)).flatMap(({ tenant_id, synced_at }) =>
    synced_at === instant ? [tenant_id] : [],
  );

it("reads every other team's servers while one team's provider never answers", async () => {
  const others = await Promise.all(times(8, () => sandboxOwner(live.app)));
  const answers = Promise.withResolvers<undefined>();
  live.interfere('get_instances', () => answers.promise);
  live.app.clock.advance(day);
  const now = live.app.clock.now();
  const kept = recordHostingCosts(live.app.service.context);
  const ids = others.map(({ person }) => person.tenantId);
  try {
    await expect.poll(async () => (await tenantsReadAt(now)).sort()).toEqual(ids.sort());
  } finally {
    answers.resolve(undefined);
  }
  await kept;
  expect(await tenantsReadAt(now)).toContain(live.owner.person.tenantId);
});

it("keeps every other team's costs if one team's fail, and says so", async () => {
  const { context } = live.app.service;
  const others = [await sandboxOwner(live.app), await sandboxOwner(live.app), await sandboxOwner(live.app)];
  live.app.clock.advance(day);
  const broken = {
    ...context,
    provider: (settings: Parameters<typeof context.provider>[0]) => {
      if (settings.mode === 'live') throw new TypeError('A key that can not be read');
      return context.provider(settings);
    },
  };
  await expect(recordHostingCosts(broken)).rejects.toThrow('failed for 1 of 4 tenants');
  const ids = others.map(({ person }) => person.tenantId);
  expect((await tenantsReadAt(live.app.clock.now())).sort()).toEqual(ids.sort());
});

it('leaves nothing in the audit log where nothing has changed', async () => {
  const syncs = async () =>
    (await auditRows(live.app, live.owner.person.tenantId)).filter(({ action }) => action === 'syncServers').length;
  live.app.clock.advance(day);
  await recordHostingCosts(live.app.service.context);
  const before = await syncs();
  live.app.clock.advance(day);
  await recordHostingCosts(live.app.service.context);
  expect(await syncs()).toBe(before);
  live.emulator.state.servers.shift();
  live.app.clock.advance(day);
  await recordHostingCosts(live.app.service.context);
  expect(await syncs()).toBe(before + 1);
});
