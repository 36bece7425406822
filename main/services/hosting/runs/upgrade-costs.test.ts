import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { monthlyServer, plans } from '#e2e/fixtures/hosting.ts';
import { createLiveUpgrade, type LiveUpgrade } from '#e2e/fixtures/live-upgrade.ts';
import { orderUpgrade } from '#main/provider/emulator/rules.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/hosting.ts';
import { minute } from '#shared/limits.ts';

const { hosting } = contract;

let live: LiveUpgrade;
beforeEach(async () => {
  live = await createLiveUpgrade();
  return () => live.app.close();
});

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

describe('a change that somebody makes in the client area', () => {
  it('is priced as soon as its upgrade is confirmed here', async () => {
    orderUpgrade(live.emulator.state, live.server(), { rid: plans.next }, live.app.clock.now());
    const run = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    await live.pay(run);
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer });
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
