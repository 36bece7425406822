import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createHetznerService, hetznerSettings, offServer, webServer } from '#e2e/support/hetzner-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultBaseUrl } from '#shared/flows/hosting.ts';

const { hosting } = contract;

const live = perTest(() => createHetznerService());

describe('another provider', () => {
  it('is reached at its own address, unless another one is given', async () => {
    expect(await live.call(hosting.getProviderSettings, {})).toMatchObject({
      provider: 'hetzner',
      base_url: 'https://api.hetzner.cloud/v1',
      provider_currency: 'EUR',
    });
    const { key } = hetznerSettings;
    const back = await live.call(hosting.updateProviderSettings, { mode: 'live', provider: 'hostwinds', key });
    expect(back).toMatchObject({ provider: 'hostwinds', base_url: defaultBaseUrl, provider_currency: null });
  });

  it('never gets the key of the one before, even at the same address', async () => {
    const { base_url } = await live.call(hosting.getProviderSettings, {});
    const moved = { mode: 'live', provider: 'hostwinds', base_url } as const;
    const { errors } = await failsWith(live.call(hosting.updateProviderSettings, moved), 'VALIDATION_FAILED');
    expect(errors).toMatchObject([{ path: 'key', reason: 'key_for_new_address' }]);
    await failsWith(live.call(hosting.testProviderConnection, moved), 'VALIDATION_FAILED');
  });

  it('is not chosen while a run is open', async () => {
    await live.chosen();
    const { key } = hetznerSettings;
    const moved = live.call(hosting.updateProviderSettings, { mode: 'live', provider: 'hostwinds', key });
    expect((await failsWith(moved, 'STATE_CONFLICT')).reason).toBe('open_run_in_account');
  });

  it('stays stored while the sandbox is used, which is always the one of the seed', async () => {
    await live.call(hosting.updateProviderSettings, { mode: 'sandbox' });
    const { connection } = await live.call(hosting.listServers, {});
    expect(connection).toMatchObject({ mode: 'sandbox', provider: 'hostwinds', client_area_url: '' });
    expect(await live.call(hosting.getProviderSettings, {})).toMatchObject({ mode: 'sandbox', provider: 'hetzner' });
    await live.call(hosting.updateProviderSettings, { mode: 'live' });
    expect((await live.call(hosting.listServers, {})).connection).toMatchObject({ provider: 'hetzner' });
  });
});

describe('an account at Hetzner Cloud', () => {
  it('shows its servers, with their cost in its currency', async () => {
    const { servers, connection, monthly_cost } = await live.call(hosting.listServers, {});
    expect(servers).toMatchObject([
      { serviceid: webServer, label: 'web-1', status: 'ACTIVE', approximate_cost: '4.51', billingcycle: 'monthly' },
      { serviceid: offServer, label: 'db-1', status: 'OFF', approximate_cost: '8.09', cost_source: 'price_list' },
    ]);
    expect(connection).toMatchObject({ currency: 'EUR', client_area_url: 'https://console.hetzner.cloud' });
    expect(monthly_cost).toBe('12.60');
  });

  it('is tested as any other', async () => {
    expect(await live.call(hosting.testProviderConnection, {})).toMatchObject({ ok: true, servers: 2 });
    const wrong = { ...hetznerSettings, key: 'another-token-1' };
    const verdict = await live.call(hosting.testProviderConnection, wrong);
    expect(verdict).toMatchObject({ ok: false, reason: 'not_authorized', message: 'unable to authenticate' });
  });

  it('has no orders, billing cycles, service levels or queues, and leaves no run behind that asked for one', async () => {
    const server = { serviceid: webServer };
    const refused = [
      () => live.call(hosting.checkUpgradeOrder, server),
      () => live.call(hosting.checkUpgradeReboot, server),
      () => live.call(hosting.getBillingcyclePrices, server),
      () => live.call(hosting.changeBillingCycle, { ...server, billingcycle: 'annually' }),
      () => live.call(hosting.upgradeToManaged, server),
    ];
    for (const call of refused) {
      expect((await failsWith(call(), 'PROVIDER_REJECTED')).provider_reason).toBe('not_offered');
    }
    expect((await live.call(hosting.listUpgradeRuns, server)).runs).toEqual([]);
    const { run_id, version } = await live.chosen();
    const queued = live.call(hosting.createUpgradeQueue, { runs: [{ run_id, version }] });
    expect((await failsWith(queued, 'STATE_CONFLICT')).reason).toBe('queue_needs_orders');
  });

  it('keeps its servers apart from those of the provider before', async () => {
    const { key } = hetznerSettings;
    await live.call(hosting.updateProviderSettings, { mode: 'live', provider: 'hostwinds', key });
    expect((await live.call(hosting.getServer, { serviceid: webServer })).label).toBe('web-1');
    // A number of the other provider is none here.
    const refused = await failsWith(
      live.call(hosting.checkUpgradeOrder, { serviceid: webServer }),
      'PROVIDER_REJECTED',
    );
    expect(refused.provider_reason).toBe('invalid_serviceid');
  });
});
