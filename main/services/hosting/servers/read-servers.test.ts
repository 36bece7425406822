import { describe, expect, it, vi } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute, serverLimits } from '#shared/rules/limits.ts';
import { recordHostingCosts } from '../../../jobs/hosting-costs.ts';
import { countServers } from '../../../storage/store/hosting/servers.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

describe('reading the servers', () => {
  it('stores servers in batches up to the limit, and other teams write in between', async () => {
    const max = serverLimits.perAccount;
    const other = await live.app.owner();
    live.interfere('get_instances', async (real) => {
      const { success } = (await (await real()).json()) as { success: object[] };
      const more = Array.from({ length: max - 2 }, (_, index) => ({
        ...success[0],
        serviceid: 100_000 + index,
        // As long as the rows of a real account: the whole list has 8 MB.
        ssh_keys: ['ssh-ed25519 '.padEnd(1_000, 'A')],
      }));
      return { success: [...success, ...more] };
    });
    const sync = live.owner.call(hosting.syncServers, {});
    const { tenantId } = live.owner.person;
    const stored = () => countServers(live.app.service.context.db.read, { tenantId, mode: 'live' });
    await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(3), { timeout: 60_000, interval: 5 });
    await createWorkspace(live.app, other, 'Meanwhile');
    expect(await stored()).toBeLessThan(max);
    expect(await sync).toMatchObject({ added: max - 3, gone: 0, left_out: 1 });
    expect(await stored()).toBe(max);

    const rows = (await auditRows(live.app, tenantId)).filter(({ action }) => action === 'syncServers');
    const added = rows.map(({ details }) => JSON.parse(details ?? '{}').added as number);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(max);
    expect(Math.max(...added)).toBe(serverLimits.perTransaction);
  });

  it("keeps a server that can't be read as it was, names its field, and reads the others", async () => {
    const { call } = live.owner;
    const spoil = (odd: object) =>
      live.interfere('get_instances', async (real) => {
        const { success } = (await (await real()).json()) as { success: object[] };
        return { success: success.map((server, index) => (index === 0 ? { ...server, ...odd } : server)) };
      });
    const before = await call(hosting.getServer, { serviceid: monthlyServer });
    const stop = spoil({ status: null });
    const unreadable = [{ position: 1, serviceid: monthlyServer, label: 'mail-1', field: 'status', value: 'null' }];
    expect(await call(hosting.syncServers, {})).toMatchObject({ gone: 0, unreadable });
    expect(await call(hosting.getServer, { serviceid: monthlyServer })).toEqual(before);
    const { servers, unreadable: shown } = await call(hosting.listServers, {});
    expect(shown).toEqual(unreadable);
    expect(servers.map(({ is_gone }) => is_gone)).toEqual([false, false, false]);
    stop();
    const stopNumber = spoil({ serviceid: 'x' });
    expect(await call(hosting.syncServers, {})).toMatchObject({ gone: 0, unreadable: [{ serviceid: null }] });
    stopNumber();
    expect(await call(hosting.syncServers, {})).toMatchObject({ gone: 0, unreadable: [] });
    expect((await call(hosting.listServers, {})).unreadable).toEqual([]);
  });

  it('names the field if no server can be read', async () => {
    live.interfere('get_instances', () => ({ success: [{ serviceid: 1, status: false }] }));
    const { provider_reason, provider_message } = await failsWith(
      live.owner.call(hosting.syncServers, {}),
      'PROVIDER_UNREADABLE',
    );
    expect([provider_reason, provider_message]).toEqual(['unexpected_shape', 'status: false']);
  });

  it('reads one price list for all servers of a plan, so that 200 servers have their costs at once', async () => {
    const before = live.calls('get_price_list');
    await live.moreServers(200);
    const { servers } = await live.call(hosting.listServers, { limit: 100, offset: 100 });
    expect(servers).toHaveLength(100);
    expect(servers.filter(({ cost_source }) => cost_source !== 'price_list')).toEqual([]);
    expect(live.calls('get_price_list') - before).toBe(1);
    const { monthly_cost, unpriced, total } = await live.call(hosting.listServers, {});
    expect([total, unpriced]).toEqual([203, 0]);
    expect(monthly_cost).toBe((66.68 + 200 * 9.99).toFixed(2));
  });

  it('says that a total is incomplete until every price was read', async () => {
    live.emulator.fail('timeout_before', { action: 'get_price_list', times: 2 });
    await live.moreServers(5);
    expect((await live.owner.call(hosting.listServers, {})).unpriced).toBe(5);
    await recordHostingCosts(live.app.service.context);
    expect((await live.owner.call(hosting.listServers, {})).unpriced).toBe(0);
  });

  it('asks a provider that hangs for one more list, not for all of them', async () => {
    live.app.clock.advance(day);
    await live.signInAgain();
    const before = live.calls('get_price_list');
    live.emulator.fail('timeout_before', { action: 'get_price_list', times: 99 });
    await live.call(hosting.syncServers, {});
    // One read, and its repetition.
    expect(live.calls('get_price_list') - before).toBe(2);
  });

  it('reads prices again each day, so that a change of the price list shows', async () => {
    const cost = async () => {
      await live.signInAgain();
      return (await live.call(hosting.getServer, { serviceid: monthlyServer })).approximate_cost;
    };
    expect(await cost()).toBe('9.99');
    live.interfere('get_price_list', async (real) => {
      const text = await (await real()).text();
      return new Response(text.replaceAll('"9.99"', '"12.99"'));
    });
    await recordHostingCosts(live.app.service.context);
    expect(await cost()).toBe('9.99');
    live.app.clock.advance(day + minute);
    await recordHostingCosts(live.app.service.context);
    expect(await cost()).toBe('12.99');
  });

  it('keeps a cost that someone enters while the provider shows its prices', async () => {
    const { call } = live.owner;
    await call(hosting.syncServers, {});
    live.interfere('get_price_list', async () => {
      await call(hosting.updateServer, { serviceid: monthlyServer, approximate_cost: '12.50' });
      return undefined;
    });
    const [first] = live.emulator.state.servers;
    if (!first) throw new Error('The emulator has no server');
    first.billingcycle = 'annually';
    const { servers } = await call(hosting.syncServers, {});
    expect(servers.find(({ serviceid }) => serviceid === monthlyServer)).toMatchObject({
      approximate_cost: '12.50',
      cost_source: 'manual',
    });
  });
});

describe('the addresses of servers', () => {
  const addresses = async () => (await live.call(hosting.listIpAddresses, {})).ip_addresses;
  const showAddresses = (ips: unknown) =>
    live.interfere('get_instances', async (real) => {
      const { success } = (await (await real()).json()) as { success: object[] };
      return { success: success.map((server, index) => (index === 0 ? { ...server, ips } : server)) };
    });

  it('are added with a sync, besides the main one, and count', async () => {
    const { monthly_cost } = await live.call(hosting.listServers, {});
    showAddresses([{ ip: '203.0.113.10' }, { ip: '203.0.113.77' }]);
    await live.call(hosting.syncServers, {});
    expect(await addresses()).toMatchObject([
      { address: '203.0.113.77', serviceid: monthlyServer, approximate_cost: '4.99' },
    ]);
    const after = await live.call(hosting.listServers, {});
    expect(Number(after.monthly_cost)).toBeCloseTo(Number(monthly_cost) + 4.99, 2);
    const [row] = (await auditRows(live.app, live.owner.person.tenantId)).filter(({ details }) =>
      details?.includes('"addresses"'),
    );
    expect(JSON.parse(row?.details ?? '{}')).toMatchObject({ added: 0, addresses: 1 });
    await live.call(hosting.syncServers, {});
    expect(await addresses()).toHaveLength(1);
  });

  it('count only as long as the provider lists them, unless someone typed them in', async () => {
    const cost = async () => Number((await live.call(hosting.listServers, {})).monthly_cost);
    const without = await cost();
    await live.call(hosting.addIpAddress, { address: '203.0.113.90', serviceid: monthlyServer });
    showAddresses(['203.0.113.77']);
    await live.call(hosting.syncServers, {});
    expect(await cost()).toBeCloseTo(without + 2 * 4.99, 2);
    const marks = async () => Object.fromEntries((await addresses()).map((row) => [row.address, row.is_unlisted]));
    // A list that isn't there, or that nothing is known to be in, tells nothing.
    for (const unknown of [null, [{ note: 'see client area' }]]) {
      showAddresses(unknown);
      await live.call(hosting.syncServers, {});
      expect(await marks()).toEqual({ '203.0.113.77': false, '203.0.113.90': false });
    }
    showAddresses([]);
    await live.call(hosting.syncServers, {});
    expect(await marks()).toEqual({ '203.0.113.77': true, '203.0.113.90': false });
    expect(await cost()).toBeCloseTo(without + 4.99, 2);
    const [unlisted] = await addresses();
    await live.call(hosting.updateIpAddress, { ip_id: unlisted?.ip_id ?? '', approximate_cost: '3.00' });
    expect(await cost()).toBeCloseTo(without + 4.99, 2);
    showAddresses(['203.0.113.77']);
    await live.call(hosting.syncServers, {});
    expect(await cost()).toBeCloseTo(without + 4.99 + 3, 2);
  });

  it('stay removed once someone has removed them, and keep the cost that someone entered', async () => {
    showAddresses(['203.0.113.77', '203.0.113.78']);
    await live.call(hosting.syncServers, {});
    const [first, second] = await addresses();
    await live.call(hosting.removeIpAddress, { ip_id: first?.ip_id ?? '' });
    await live.call(hosting.updateIpAddress, { ip_id: second?.ip_id ?? '', approximate_cost: '2.00' });
    await live.call(hosting.syncServers, {});
    expect(await addresses()).toMatchObject([{ address: '203.0.113.78', approximate_cost: '2.00' }]);
  });
});
