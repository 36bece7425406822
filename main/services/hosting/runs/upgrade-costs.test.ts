import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { orderUpgrade } from '#main/provider/emulator/rules.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const costNow = async () => (await live.call(hosting.getServer, { serviceid: monthlyServer })).approximate_cost;
/** The provider lists a plan with other values. */
const relist = (rid: number, values: object) =>
  live.interfere('get_price_list', async (real) => {
    const { success } = (await (await real()).json()) as { success: { rid: number }[] };
    return { success: success.map((plan) => (plan.rid === rid ? { ...plan, ...values } : plan)) };
  });
const reprice = (rid: number, monthly: string) => relist(rid, { monthly });

describe('a price that changes after it was reviewed', () => {
  it('by more than 1 % is reviewed again before anything is ordered', async () => {
    const run = await live.chosen();
    reprice(plans.next, '39.99');
    expect((await failsWith(live.order(run), 'STATE_CONFLICT')).reason).toBe('price_changed');
    expect(live.calls('upgrade_instance')).toBe(0);
    const again = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(again).toMatchObject({ state: 'choosing', cost_after: '39.99', plan: { monthly: '39.99' } });
    expect((await live.order(again)).state).toBe('awaiting_payment');
  });

  it('by less is ordered at the new price', async () => {
    const { run_id, version } = await live.chosen();
    reprice(plans.next, '19.10');
    const ordered = await live.call(hosting.orderUpgrade, { run_id, version });
    expect(ordered).toMatchObject({ state: 'awaiting_payment', cost_after: '19.10' });
  });

  it.each([
    ['no longer offered', { rid: 999 }, 'PLAN_NOT_OFFERED'],
    ['offered with a smaller disk than the server has', { disk: '1' }, 'DISK_CANNOT_SHRINK'],
  ] as const)('a plan that is %s is not ordered', async (_what, values, code) => {
    const { run_id, version } = await live.chosen();
    relist(plans.next, values);
    await failsWith(live.call(hosting.orderUpgrade, { run_id, version }), code);
    expect(live.calls('upgrade_instance')).toBe(0);
    expect(await live.call(hosting.getUpgradeRun, { run_id })).toMatchObject({ state: 'choosing' });
  });

  it('until the upgrade is confirmed is the cost of the server', async () => {
    await live.owner.resized();
    reprice(plans.next, '39.99');
    expect((await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirmed');
    expect(await costNow()).toBe('39.99');
  });
});

describe('a change that someone makes in the client area', () => {
  it('is priced as soon as its upgrade is confirmed here', async () => {
    orderUpgrade(live.emulator.state, live.server(), { rid: plans.next }, live.app.clock.now());
    const run = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    await live.pay(run);
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer, accept_total: run.order?.total ?? '' });
    live.app.clock.advance(minute);
    await live.owner.check(run);
    await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    expect(await costNow()).toBe('18.99');
  });

  it('is priced by the next sync after an upgrade was looked at and cancelled', async () => {
    const server = live.server();
    Object.assign(server, { rid: plans.next, spec: { cpu: 2, ram: 4, disk: 75, bandwidth: 2 } });
    const run = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    await live.call(hosting.cancelUpgradeRun, { run_id: run.run_id });
    await live.call(hosting.syncServers, {});
    expect(await costNow()).toBe('18.99');
  });

  it('is priced by the next sync after the run was closed', async () => {
    const run = await live.owner.resized();
    await live.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    await live.call(hosting.syncServers, {});
    expect(await costNow()).toBe('18.99');
  });
});

it('asks for the prices of the kind of disk that the server has', async () => {
  live.server().disk_type = 'hdd';
  await live.call(hosting.syncServers, {});
  let asked: string | null = null;
  live.interfere('get_price_list', (_real, form) => {
    asked = form.get('drive_type');
    return undefined;
  });
  const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next }).catch(() => undefined);
  expect(asked).toBe('hdd');
});

describe('the invoice of an upgrade', () => {
  const invoices = async () => (await live.call(hosting.listInvoices, {})).invoices;

  it('appears among the invoices once the provider applies it', async () => {
    const run = await live.owner.paid();
    expect(await invoices()).toEqual([]);
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer });
    expect(await invoices()).toMatchObject([
      { number: String(run.order?.invoiceid), total: run.order?.total, serviceid: monthlyServer, origin: 'upgrade' },
    ]);
    live.app.clock.advance(runTimesMs.agree);
    await live.owner.check(run);
    expect(await invoices()).toHaveLength(1);
  });

  it('is not added to one that was entered before', async () => {
    const run = await live.owner.paid();
    const number = String(run.order?.invoiceid);
    await live.call(hosting.addInvoice, { number, issued_on: '2026-01-15', total: '5.00', serviceid: monthlyServer });
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer });
    expect(await invoices()).toMatchObject([{ number, total: '5.00', origin: 'entered' }]);
  });
});

describe('an invoice that differs from what was agreed', () => {
  const sold = () => {
    const order = live.emulator.state.orders.at(-1);
    if (!order) throw new Error('The emulator has no order');
    return order;
  };
  const apply = (accept_total?: string) =>
    live.call(hosting.upgradeServer, { serviceid: monthlyServer, ...(accept_total && { accept_total }) });

  it('by more than 1 % is applied only once an owner has agreed to its total', async () => {
    const run = await live.owner.paid();
    expect(run.agreed_total).toBe(run.plan?.now_estimate);
    sold().total += 1_500;
    const { order } = await live.check(run);
    const total = order?.total ?? '';
    const refused = await failsWith(apply(), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'invoice_differs', params: { agreed: run.agreed_total, total } });
    await failsWith(apply(run.order?.total ?? ''), 'STATE_CONFLICT');
    expect(live.calls('upgrade_server')).toBe(0);
    expect(await apply(total)).toMatchObject({ agreed_total: total });
    expect(live.calls('upgrade_server')).toBe(1);
  });

  it('by tax is asked about once: the next estimate has it, too', async () => {
    const withTax = () => {
      const order = sold();
      order.total = Math.round(order.total * 1.19);
    };
    const run = await live.owner.ordered();
    withTax();
    const { order } = await live.check(run);
    live.payAll();
    expect((await failsWith(apply(), 'STATE_CONFLICT')).reason).toBe('invoice_differs');
    await apply(order?.total ?? '');
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: yearlyServer });
    const next = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    expect(next.plan?.now_terms?.added).toBe('19');
    const second = await live.order(next);
    withTax();
    live.payAll();
    await live.check(second);
    const applied = await live.call(hosting.upgradeServer, { serviceid: yearlyServer });
    expect(applied).toMatchObject({ state: 'resizing', agreed_total: next.plan?.now_estimate });
  });

  it('by a tax that an owner has set is not asked about, and a set tax is not learned over', async () => {
    const settings = { mode: 'live', tax_percent: '8.25' } as const;
    expect(await live.call(hosting.updateProviderSettings, settings)).toMatchObject({ tax_percent: '8.25' });
    const run = await live.owner.ordered();
    const order = sold();
    expect(run.plan?.now_terms).toMatchObject({ added: '8.25', is_set: true, net: (order.total / 100).toFixed(2) });
    order.total = Math.round(order.total * 1.0825);
    await live.check(run);
    live.payAll();
    expect(await apply()).toMatchObject({ state: 'resizing', agreed_total: run.plan?.now_estimate });
    await live.call(hosting.updateProviderSettings, { mode: 'live', tax_percent: '0' });
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: yearlyServer });
    const next = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    expect(next.plan?.now_terms).toMatchObject({ added: null, is_set: true, tax: '0.00' });
  });

  it('by less is applied', async () => {
    const run = await live.owner.paid();
    sold().total += 1;
    await live.check(run);
    expect((await apply()).state).toBe('resizing');
  });

  /** What the provider shows of the order from now on. */
  const showOrder = (shown: object) =>
    live.interfere('check_upgrade_order', async (real) => {
      const { success } = (await (await real()).clone().json()) as { success?: { total: string } };
      return success?.total ? { success: { ...success, ...shown } } : undefined;
    });
  const unestimated = async () => {
    live.interfere('get_billingcycle_prices', () => ({}));
    showOrder({ total: '500.00' });
    return live.owner.paid();
  };

  it('is asked for if there was no estimate, however plausible it is', async () => {
    const run = await unestimated();
    expect(run).toMatchObject({ plan: { now_estimate: null }, agreed_total: null, order: { total: '500.00' } });
    const refused = await failsWith(apply(), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'invoice_not_agreed', params: { total: '500.00' } });
    expect(live.calls('upgrade_server')).toBe(0);
    expect(await apply('500.00')).toMatchObject({ state: 'resizing', agreed_total: '500.00' });
  });

  it('is asked for in another currency, even if the number is the same', async () => {
    showOrder({ total: '4.50 EUR' });
    const run = await live.owner.paid();
    expect(run.order?.currency).toBe('EUR');
    const refused = await failsWith(apply(), 'STATE_CONFLICT');
    expect(refused).toMatchObject({ reason: 'invoice_currency', params: { currency: 'EUR' } });
    expect((await apply(run.order?.total ?? '')).state).toBe('resizing');
  });

  it('is asked for if the provider names no amount', async () => {
    showOrder({ total: null });
    const run = await live.owner.paid();
    expect(run.order).toMatchObject({ total: null, invoiceid: expect.any(Number) });
    expect((await failsWith(apply(), 'STATE_CONFLICT')).reason).toBe('invoice_unknown');
    await failsWith(apply('4.50'), 'STATE_CONFLICT');
    expect(live.calls('upgrade_server')).toBe(0);
    const known = { serviceid: monthlyServer, accept_unknown_total: true };
    expect((await live.call(hosting.upgradeServer, known)).state).toBe('resizing');
  });

  it('of an order that someone placed elsewhere is asked for', async () => {
    const { run_id } = await live.owner.ordered();
    live.app.clock.advance(3 * minute);
    await live.call(hosting.closeUpgradeRun, { run_id, understood: true });
    await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    live.payAll();
    expect((await failsWith(apply(), 'STATE_CONFLICT')).reason).toBe('invoice_not_agreed');
  });

  it.each([
    ['no amount', { total: null }, 'invoice_unknown'],
    ['another currency', { total: '4.50 EUR' }, 'invoice_currency'],
  ])('is never planned with %s', async (_, shown, reason) => {
    showOrder(shown);
    const { run_id, order } = await live.owner.ordered();
    const window = { run_id, from: '02:00', until: '04:00', ...(order?.total && { accept_total: order.total }) };
    expect((await failsWith(live.call(hosting.setUpgradeWindow, window), 'STATE_CONFLICT')).reason).toBe(reason);
  });

  it('may be a credit note, which counts among the invoices', async () => {
    const stop = live.interfere('check_upgrade_order', async (real) => {
      const { success } = (await (await real()).clone().json()) as { success?: { total: string } };
      return success?.total ? { success: { ...success, total: '-$3.20 USD' } } : undefined;
    });
    const run = await live.owner.ordered();
    expect(run.order).toMatchObject({ total: '-3.20', currency: 'USD' });
    await live.pay(run);
    await apply('-3.20');
    stop();
    const { invoices } = await live.call(hosting.listInvoices, {});
    expect(invoices).toMatchObject([{ total: '-3.20', origin: 'upgrade' }]);
  });
});

describe('the currency of an account', () => {
  const shown = async () => (await live.call(hosting.listServers, {})).connection?.currency;

  it('is the US dollar, unless the prices name another one, or an owner sets one', async () => {
    expect(await shown()).toBe('USD');
    live.interfere('get_price_list', async (real) => {
      const { success } = (await (await real()).json()) as { success: { monthly: string }[] };
      return { success: success.map((plan) => ({ ...plan, monthly: `${plan.monthly} CAD` })) };
    });
    live.server().disk_type = 'hdd';
    await live.call(hosting.syncServers, {});
    expect(await shown()).toBe('CAD');
    const set = (currency: string | null) => live.call(hosting.updateProviderSettings, { mode: 'live', currency });
    expect(await set('EUR')).toMatchObject({ currency: 'EUR', provider_currency: 'CAD' });
    expect(await shown()).toBe('EUR');
    await live.call(hosting.updateProviderSettings, { mode: 'live' });
    expect(await shown()).toBe('EUR');
    await set(null);
    expect(await shown()).toBe('CAD');
    const changes = (await auditRows(live.app, live.owner.person.tenantId)).filter(
      ({ action }) => action === 'updateProviderSettings',
    );
    const recorded = changes.map(({ details }) => JSON.parse(details ?? '{}') as { currency?: string | null });
    expect(recorded.slice(-3).map(({ currency }) => currency)).toEqual(['EUR', undefined, null]);
  });
});
