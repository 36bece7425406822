import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { managedServer, monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { serverLimits } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const list = (asked: RequestOf<typeof hosting.listServers> = {}) => live.call(hosting.listServers, asked);
const numbers = ({ servers }: OutputOf<typeof hosting.listServers>) => servers.map(({ serviceid }) => serviceid);
const found = async (asked: RequestOf<typeof hosting.listServers>) => numbers(await list(asked));
const tag = (serviceids: string[], add: string[], remove: string[] = []) =>
  live.call(hosting.tagServers, { serviceids, add, remove });

describe('tags', () => {
  it('are added to several servers and removed from others, in lower case and by name', async () => {
    await tag([monthlyServer, yearlyServer], ['Prod', 'mail']);
    expect(await tag([monthlyServer, managedServer], ['eu-west'], ['prod'])).toEqual({ changed: 2 });
    const tags = Object.fromEntries((await list()).servers.map((server) => [server.serviceid, server.tags]));
    expect(tags).toMatchObject({
      [monthlyServer]: ['eu-west', 'mail'],
      [yearlyServer]: ['mail', 'prod'],
      [managedServer]: ['eu-west'],
    });
    const rows = await auditRows(live.app, live.owner.person.tenantId);
    expect(rows.filter(({ action }) => action === 'tagServers').map(({ details }) => details)).toContain(
      JSON.stringify({ servers: 2, tags_added: 'eu-west', tags_removed: 'prod' }),
    );
  });

  it('find exactly their servers, also by text, and say what these cost together', async () => {
    await tag([monthlyServer], ['web', 'résumé']);
    await tag([monthlyServer, yearlyServer], ['webshop']);
    expect(await found({ tag: 'web' })).toEqual([monthlyServer]);
    expect(await found({ tag: 'RÉSUMÉ' })).toEqual([monthlyServer]);
    expect(await found({ tag: 'we' })).toEqual([]);
    expect(await found({ q: 'resume' })).toEqual([monthlyServer]);
    const { tags, shown_cost, servers, monthly_cost } = await list({ tag: 'webshop' });
    const sum = servers.reduce((cents, { approximate_cost }) => cents + Number(approximate_cost) * 100, 0);
    expect(Math.round(Number(shown_cost) * 100)).toBe(Math.round(sum));
    expect(Number(monthly_cost)).toBeGreaterThan(Number(shown_cost));
    expect(tags.map(({ tag: name, servers: count }) => [name, count])).toEqual([
      ['résumé', 1],
      ['web', 1],
      ['webshop', 2],
    ]);
    expect(tags[2]?.monthly_cost).toBe(shown_cost);
  });

  it('stay when servers are read again, and are replaced with the notes of a server', async () => {
    await tag([monthlyServer], ['kept']);
    await live.call(hosting.syncServers, {});
    const shown = () => live.call(hosting.getServer, { serviceid: monthlyServer });
    expect((await shown()).tags).toEqual(['kept']);
    await live.call(hosting.updateServer, { serviceid: monthlyServer, tags: ['b', 'a', 'b'] });
    expect((await shown()).tags).toEqual(['a', 'b']);
    await live.call(hosting.updateServer, { serviceid: monthlyServer, label: 'Renamed' });
    expect((await shown()).tags).toEqual(['a', 'b']);
  });

  it('change nothing if one server is unknown, or would have too many', async () => {
    await failsWith(tag([monthlyServer, '999'], ['lost']), 'NOT_FOUND');
    const many = Array.from({ length: serverLimits.tags }, (_, index) => `tag-${index}`);
    await tag([monthlyServer], many);
    const refused = await failsWith(tag([yearlyServer, monthlyServer], ['one-more']), 'VALIDATION_FAILED');
    expect(refused.errors).toMatchObject([{ path: 'add', reason: 'over_limit' }]);
    expect((await list()).tags.map(({ tag: name }) => name)).toEqual(many);
  });

  it.each(['', 'a b', 'a,b', 'a"b', 'x'.repeat(serverLimits.tagLength + 1)])('are not %j', async (name) => {
    await failsWith(tag([monthlyServer], [name]), 'VALIDATION_FAILED');
  });
});

describe('the list of servers', () => {
  it('shows those that need someone, run, or are being changed', async () => {
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const all = await found({});
    const others = all.filter((serviceId) => serviceId !== monthlyServer);
    expect(await found({ show: 'upgrading' })).toEqual([monthlyServer]);
    expect(await found({ show: 'running' })).toEqual(others);
    expect(await found({ show: 'attention' })).toEqual([]);
    const { version } = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    await live.call(hosting.orderUpgrade, { run_id, version });
    expect(await found({ show: 'attention' })).toEqual([monthlyServer]);

    const [stopped = '', locked = ''] = others;
    live.interfere('get_instances', async (real) => {
      const { success } = (await (await real()).json()) as { success: { serviceid: number }[] };
      const changes: Record<string, object> = { [stopped]: { status: 'STOPPED' }, [locked]: { locked: true } };
      return { success: success.map((row) => ({ ...row, ...changes[row.serviceid] })) };
    });
    await live.call(hosting.syncServers, {});
    expect(await found({ show: 'other' })).toEqual([stopped, locked]);
    expect(await found({ show: 'attention' })).toEqual([monthlyServer, locked]);

    const { state } = live.emulator;
    state.servers = state.servers.filter(({ serviceid }) => String(serviceid) !== stopped);
    await live.call(hosting.syncServers, {});
    expect(await found({ show: 'gone' })).toEqual([stopped]);
    expect(await found({ show: 'other' })).toEqual([locked]);
    expect((await found({ sort: 'name', order: 'desc' })).at(-1)).toBe(stopped);
  });

  it('is sorted by name, plan, status and cost in both directions, and narrowed to a plan', async () => {
    const { servers, plans: products } = await list();
    const inOrder = async (sort: 'name' | 'cost' | 'plan' | 'status' | 'number') => {
      const up = await list({ sort });
      expect(await found({ sort, order: 'desc' })).toEqual(numbers(up).toReversed());
      return up.servers;
    };
    for (const [index, label] of ['c', 'B', 'a'].entries()) {
      await live.call(hosting.updateServer, { serviceid: servers[index]?.serviceid ?? '', label });
    }
    expect((await inOrder('name')).map(({ label }) => label).slice(0, 3)).toEqual(['a', 'B', 'c']);
    const costs = (await inOrder('cost')).map(({ approximate_cost }) => Number(approximate_cost));
    expect(costs).toEqual(costs.toSorted((one, other) => one - other));
    await inOrder('plan');
    await inOrder('status');
    expect(await inOrder('number')).toEqual((await list()).servers);
    const [product = ''] = products;
    const narrowed = await list({ plan: product });
    expect(narrowed.total).toBeGreaterThan(0);
    expect(new Set(narrowed.servers.map(({ product_name }) => product_name))).toEqual(new Set([product]));
  });
});
