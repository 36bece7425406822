import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, managedServer, monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, RequestOf } from '#shared/contract/operation.ts';
import { monthsOf } from '#shared/flows/money.ts';
import { day } from '#shared/rules/limits.ts';
import { recordHostingCosts } from '../../../jobs/hosting-costs.ts';
import { listCostMonths } from '../../../storage/store/hosting/costs.ts';
import { computeMonth } from './reconcile.ts';

const { hosting } = contract;

const live = perTest(() => createLiveService());

/** Signs in again each time, because sessions end as time passes. */
const call = async <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) => {
  const { token } = await live.app.login(live.owner.person);
  return live.app.call(operation, input, { token });
};
const server = (serviceId = monthlyServer) => call(hosting.getServer, { serviceid: serviceId });
const keep = () => recordHostingCosts(live.app.service.context);
const at = (date: string) => live.app.clock.set(Date.parse(`${date}T00:00:00.000Z`));
const lines = async (month: string) => {
  const { lines: all } = await call(hosting.getReconciliation, { month });
  return Object.fromEntries(all.map((line) => [line.id ?? line.subject, line]));
};

describe('syncing the servers', () => {
  it('sets each cost per month by plan and cycle (seed 001 §1)', async () => {
    const { servers } = await call(hosting.listServers, {});
    expect(
      servers.map(({ serviceid: serviceId, approximate_cost, cost_source }) => [
        serviceId,
        approximate_cost,
        cost_source,
      ]),
    ).toEqual([
      [monthlyServer, '9.99', 'price_list'],
      // 28.99 per month, 10 percent less if paid annually.
      [yearlyServer, '26.09', 'price_list'],
      [managedServer, '30.60', 'price_list'],
    ]);
    expect((await call(hosting.listServers, {})).monthly_cost).toBe('66.68');
  });

  it('keeps the default of 9.99 if no price can be read, and reads it next time', async () => {
    const again = await live.app.owner();
    const by = { token: again.token };
    await live.app.call(
      hosting.updateProviderSettings,
      { mode: 'live', base_url: 'https://provider.example.com/cloud/api.php', key: 'live-key-0001' },
      by,
    );
    live.emulator.fail('html_before', { action: 'get_price_list', times: 12 });
    await live.app.call(hosting.syncServers, {}, by);
    const first = await live.app.call(hosting.getServer, { serviceid: yearlyServer }, by);
    expect(first).toMatchObject({ approximate_cost: '9.99', cost_source: 'default' });
    await live.app.call(hosting.syncServers, {}, by);
    const then = await live.app.call(hosting.getServer, { serviceid: yearlyServer }, by);
    expect(then).toMatchObject({ approximate_cost: '26.09', cost_source: 'price_list' });
  });

  it('leaves a cost entered by a user alone until it is reset', async () => {
    await call(hosting.updateServer, { serviceid: monthlyServer, approximate_cost: '12.5' });
    await call(hosting.syncServers, {});
    expect(await server()).toMatchObject({ approximate_cost: '12.50', cost_source: 'manual' });
    await call(hosting.updateServer, { serviceid: monthlyServer, approximate_cost: null });
    await call(hosting.syncServers, {});
    expect(await server()).toMatchObject({ approximate_cost: '9.99', cost_source: 'price_list' });
  });

  it('marks missing servers as deleted, and restores those that return', async () => {
    const [first] = live.emulator.state.servers;
    if (!first) throw new Error('The emulator has no server');
    live.emulator.state.servers.shift();
    expect(await call(hosting.syncServers, {})).toMatchObject({ added: 0, gone: 1 });
    expect(await server()).toMatchObject({ is_gone: true });
    expect((await call(hosting.listServers, {})).monthly_cost).toBe('56.69');
    live.emulator.state.servers.push(first);
    await call(hosting.syncServers, {});
    expect(await server()).toMatchObject({ is_gone: false });
    expect((await call(hosting.listServers, {})).monthly_cost).toBe('66.68');
  });

  it('does not believe an empty list while the provider knows one of the servers', async () => {
    const stop = live.interfere('get_instances', () => ({ success: [] }));
    await failsWith(call(hosting.syncServers, {}), 'PROVIDER_UNREADABLE');
    expect(await server()).toMatchObject({ is_gone: false });
    live.emulator.state.servers.length = 0;
    expect(await call(hosting.syncServers, {})).toMatchObject({ gone: 3 });
    stop();
  });

  it('reads a server that the provider lists twice', async () => {
    const [first] = live.emulator.state.servers;
    if (!first) throw new Error('The emulator has no server');
    live.emulator.state.servers.unshift({ ...first, serviceid: 12_399 });
    live.interfere('get_instances', async (real) => {
      const { success } = (await (await real()).json()) as { success: unknown[] };
      return { success: [...success, success[0]] };
    });
    expect(await call(hosting.syncServers, {})).toMatchObject({ added: 1, gone: 0 });
  });

  it('changes nothing if the provider cannot be read', async () => {
    const before = await call(hosting.listServers, {});
    live.emulator.fail('wrong_types', { action: 'get_instances', times: 4 });
    await failsWith(call(hosting.syncServers, {}), 'PROVIDER_UNREADABLE');
    expect(await call(hosting.listServers, {})).toEqual(before);
  });

  it('finds servers by label, address and number', async () => {
    await call(hosting.updateServer, { serviceid: yearlyServer, label: 'Über Mail' });
    const found = async (q: string) =>
      (await call(hosting.listServers, { q })).servers.map(({ serviceid: serviceId }) => serviceId);
    expect(await found('über')).toEqual([yearlyServer]);
    expect(await found('203.0.113.12')).toEqual([managedServer]);
    expect(await found('12345')).toEqual([monthlyServer]);
    expect(await found('nothing')).toEqual([]);
  });
});

describe('a month of costs', () => {
  // The fake clock starts at noon on January 15, 2026.
  it('is reconciled once it is over, however long the service was off, and the history stays', async () => {
    expect((await call(hosting.getCostHistory, {})).months).toMatchObject([{ month: '2026-01', is_final: false }]);
    at('2026-05-10');
    await keep();
    const { months } = await call(hosting.getCostHistory, {});
    expect(months.map(({ month, is_final }) => [month, is_final])).toEqual([
      ['2026-01', true],
      ['2026-02', true],
      ['2026-03', true],
      ['2026-04', true],
      ['2026-05', false],
    ]);
    expect(months[1]).toMatchObject({ estimated: '66.68', invoiced: '0.00', difference: '-66.68' });
    const rows = await auditRows(live.app, live.owner.person.tenantId);
    expect(rows.filter(({ action }) => action === 'reconcileCosts')).toHaveLength(4);
    await keep();
    expect((await auditRows(live.app, live.owner.person.tenantId)).length).toBe(rows.length);
  });

  it('shows a server that was renamed since under its present name', async () => {
    at('2026-02-10');
    await keep();
    await call(hosting.updateServer, { serviceid: monthlyServer, label: 'Mail, Europe' });
    expect((await lines('2026-01'))[monthlyServer]).toMatchObject({ label: 'Mail, Europe' });
  });

  it('shows each difference with its cause', async () => {
    at('2026-02-10');
    const ip = await call(hosting.addIpAddress, { address: '198.51.100.1' });
    const invoices = [
      { number: '1', issued_on: '2026-02-01', total: '9.99', serviceid: monthlyServer },
      { number: '2', issued_on: '2026-02-01', total: '30.00', serviceid: managedServer },
      { number: '3', issued_on: '2026-02-01', total: '1.00' },
      { number: '4', issued_on: '2026-02-10', total: '4.99', ip_id: ip.ip_id },
    ];
    for (const invoice of invoices) await call(hosting.addInvoice, invoice);
    at('2026-03-01');
    await keep();
    const seen = await lines('2026-02');
    expect(seen[monthlyServer]).toMatchObject({
      estimated: '9.99',
      invoiced: '9.99',
      difference: '0.00',
      cause: 'none',
    });
    expect(seen[managedServer]).toMatchObject({ difference: '-0.60', cause: 'price_differs' });
    expect(seen[yearlyServer]).toMatchObject({ invoiced: '0.00', cause: 'no_invoice' });
    expect(seen.other).toMatchObject({ estimated: '0.00', invoiced: '1.00', cause: 'not_assigned' });
    expect(seen[ip.ip_id]).toMatchObject({ label: '198.51.100.1', cause: 'began_in_month' });
    const { months } = await call(hosting.getCostHistory, { months: 2 });
    expect(months[0]).toMatchObject({ month: '2026-02', invoiced: '45.98', is_final: true });
  });

  it('shows if something was upgraded in it', async () => {
    at('2026-02-10');
    live.owner.person.token = (await live.app.login(live.owner.person)).token;
    await live.owner.resized(monthlyServer, plans.next);
    await call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    await call(hosting.addInvoice, { number: '1', issued_on: '2026-02-01', total: '9.99', serviceid: monthlyServer });
    expect((await lines('2026-02'))[monthlyServer]?.cause).toBe('changed_in_month');
  });

  it('gets its share of an invoice for a longer cycle, to the cent', async () => {
    await call(hosting.addInvoice, {
      number: 'Y',
      issued_on: '2026-01-20',
      total: '313.10',
      billingcycle: 'annually',
      serviceid: yearlyServer,
    });
    at('2027-03-05');
    await keep();
    const { months } = await call(hosting.getCostHistory, { months: 24 });
    const shares = months.map(({ invoiced }) => Math.round(Number(invoiced) * 100));
    expect(shares.slice(0, 12).every((share) => share === 2_609 || share === 2_610)).toBe(true);
    expect(shares.slice(12)).toEqual([0, 0, 0]);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(31_310);
  });

  it('is recomputed if an invoice arrives late or is removed', async () => {
    at('2026-03-05');
    await keep();
    const invoice = { number: 'L', issued_on: '2026-02-01', total: '9.99', serviceid: monthlyServer };
    const { invoice_id } = await call(hosting.addInvoice, invoice);
    expect((await lines('2026-02'))[monthlyServer]?.cause).toBe('none');
    await call(hosting.removeInvoice, { invoice_id });
    expect((await lines('2026-02'))[monthlyServer]?.cause).toBe('no_invoice');
    const { imported } = await call(hosting.importInvoices, {
      csv: `number,issued_on,total,serviceid\nL,2026-02-01,9.99,${monthlyServer}`,
    });
    expect([imported, (await lines('2026-02'))[monthlyServer]?.cause]).toEqual([1, 'none']);
  });

  it('is what it would be anew in each month that a late invoice covers, for any cycle', async () => {
    at('2026-05-05');
    await keep();
    const { db } = live.app.service.context;
    const scope = { tenantId: live.owner.person.tenantId, mode: 'live' } as const;
    for (const billingcycle of Object.keys(monthsOf) as (keyof typeof monthsOf)[]) {
      const invoice = { number: 'L', issued_on: '2026-02-01', total: '360.00', billingcycle, serviceid: yearlyServer };
      const { invoice_id } = await call(hosting.addInvoice, invoice);
      const stored = await listCostMonths(db.read, scope);
      expect(stored).toHaveLength(4);
      expect(stored.some(({ invoiced }) => invoiced > 0)).toBe(true);
      for (const month of stored)
        expect(month).toEqual((await computeMonth(db.read, scope, month.month, month.reconciled_at)).month);
      await call(hosting.removeInvoice, { invoice_id });
      expect((await listCostMonths(db.read, scope)).map(({ invoiced }) => invoiced)).toEqual([0, 0, 0, 0]);
    }
  });

  it('counts a server only for the part in which it existed', async () => {
    at('2026-02-15');
    live.emulator.state.servers.splice(0, 1);
    await call(hosting.syncServers, {});
    const { estimated } = (await lines('2026-02'))[monthlyServer] ?? {};
    expect(estimated).toBe('5.00');
    expect((await lines('2026-03'))[monthlyServer]).toBeUndefined();
  });
});

describe('the daily cost job', () => {
  it('syncs the servers once a day, and writes an audit row only if something was added or deleted', async () => {
    const asked = () => live.calls('get_instances');
    const before = asked();
    await keep();
    expect(asked()).toBe(before);
    live.app.clock.advance(day);
    const rows = (await auditRows(live.app, live.owner.person.tenantId)).length;
    await keep();
    expect(asked()).toBe(before + 1);
    expect((await auditRows(live.app, live.owner.person.tenantId)).length).toBe(rows);
    live.emulator.state.servers.pop();
    live.app.clock.advance(day);
    await keep();
    const last = (await auditRows(live.app, live.owner.person.tenantId)).at(-1);
    expect(last).toMatchObject({ action: 'syncServers', actor_id: 'system' });
    live.interfere('get_instances', async (real) => {
      const answer = (await (await real()).json()) as { success: object[] };
      return { ...answer, success: answer.success.map((server) => ({ ...server, ips: ['198.51.100.7'] })) };
    });
    live.app.clock.advance(day);
    await keep();
    const added = (await auditRows(live.app, live.owner.person.tenantId)).at(-1);
    expect(added).toMatchObject({ action: 'syncServers' });
    expect(JSON.parse(added?.details ?? '')).toMatchObject({ added: 0, gone: 0, addresses: 1 });
    expect(await call(hosting.listIpAddresses, {})).toMatchObject({ ip_addresses: [{ address: '198.51.100.7' }] });
  });

  it('reconciles even if the provider cannot be reached', async () => {
    at('2026-02-02');
    live.emulator.fail('reset_before', { action: 'get_instances', times: 4 });
    await keep();
    expect((await call(hosting.getCostHistory, {})).months[0]).toMatchObject({ month: '2026-01', is_final: true });
  });
});
