import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createLiveService, type LiveService, monthlyServer, plans } from '#e2e/fixtures/hosting.ts';
import { orderUpgrade } from '#main/provider/emulator/rules.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/hosting.ts';
import { minute } from '#shared/limits.ts';

const { hosting } = contract;
const serviceId = monthlyServer;

let live: LiveService;
beforeEach(async () => {
  live = await createLiveService();
  return () => live.app.close();
});

const call: LiveService['owner']['call'] = (operation, input) => live.owner.call(operation, input);
const costNow = async () => (await call(hosting.getServer, { serviceid: serviceId })).approximate_cost;
const theServer = () => {
  const [server] = live.emulator.state.servers;
  if (!server) throw new Error('The emulator has no server');
  return server;
};
/** The provider lists a plan with other values. */
const relist = (rid: number, values: object) =>
  live.interfere('get_price_list', async (real) => {
    const { success } = (await (await real()).json()) as { success: { rid: number }[] };
    return { success: success.map((plan) => (plan.rid === rid ? { ...plan, ...values } : plan)) };
  });
const reprice = (rid: number, monthly: string) => relist(rid, { monthly });
const chosen = async () => {
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: serviceId });
  return call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
};

describe('a price that changes after it was reviewed', () => {
  it('by more than 1 % is reviewed again before anything is ordered', async () => {
    const run = await chosen();
    reprice(plans.next, '39.99');
    const order = ({ run_id, version }: { run_id: string; version: number }) =>
      call(hosting.orderUpgrade, { run_id, version });
    expect((await failsWith(order(run), 'STATE_CONFLICT')).reason).toBe('price_changed');
    expect(live.calls('upgrade_instance')).toBe(0);
    const again = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(again).toMatchObject({ state: 'choosing', cost_after: '39.99', plan: { monthly: '39.99' } });
    expect((await order(again)).state).toBe('awaiting_payment');
  });

  it('by less is ordered at the new price', async () => {
    const { run_id, version } = await chosen();
    reprice(plans.next, '19.10');
    const ordered = await call(hosting.orderUpgrade, { run_id, version });
    expect(ordered).toMatchObject({ state: 'awaiting_payment', cost_after: '19.10' });
  });

  it.each([
    ['no longer offered', { rid: 999 }, 'PLAN_NOT_OFFERED'],
    ['offered with a smaller disk than the server has', { disk: '1' }, 'DISK_CANNOT_SHRINK'],
  ] as const)('a plan that is %s is not ordered', async (_what, values, code) => {
    const { run_id, version } = await chosen();
    relist(plans.next, values);
    await failsWith(call(hosting.orderUpgrade, { run_id, version }), code);
    expect(live.calls('upgrade_instance')).toBe(0);
    expect(await call(hosting.getUpgradeRun, { run_id })).toMatchObject({ state: 'choosing' });
  });

  it('until the upgrade is confirmed is the cost of the server', async () => {
    await live.owner.resized();
    reprice(plans.next, '39.99');
    expect((await call(hosting.confirmUpgrade, { serviceid: serviceId })).state).toBe('confirmed');
    expect(await costNow()).toBe('39.99');
  });
});

describe('a change that somebody makes in the client area', () => {
  it('is priced as soon as its upgrade is confirmed here', async () => {
    orderUpgrade(live.emulator.state, theServer(), { rid: plans.next }, live.app.clock.now());
    const run = await call(hosting.startUpgradeRun, { serviceid: serviceId });
    await live.pay(run);
    await call(hosting.upgradeServer, { serviceid: serviceId });
    live.app.clock.advance(minute);
    await live.owner.check(run);
    await call(hosting.confirmUpgrade, { serviceid: serviceId });
    expect(await costNow()).toBe('18.99');
  });

  it('is priced by the next sync after an upgrade was looked at and cancelled', async () => {
    const server = theServer();
    Object.assign(server, { rid: plans.next, spec: { cpu: 2, ram: 4, disk: 75, bandwidth: 2 } });
    const run = await call(hosting.startUpgradeRun, { serviceid: serviceId });
    await call(hosting.cancelUpgradeRun, { run_id: run.run_id });
    await call(hosting.syncServers, {});
    expect(await costNow()).toBe('18.99');
  });

  it('is priced by the next sync after the run was closed', async () => {
    const run = await live.owner.resized();
    await call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    await call(hosting.syncServers, {});
    expect(await costNow()).toBe('18.99');
  });
});

it('asks for the prices of the kind of disk that the server has', async () => {
  theServer().disk_type = 'hdd';
  await call(hosting.syncServers, {});
  let asked: string | null = null;
  live.interfere('get_price_list', (_real, form) => {
    asked = form.get('drive_type');
    return undefined;
  });
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: serviceId });
  await call(hosting.chooseUpgradePlan, { run_id, rid: plans.next }).catch(() => undefined);
  expect(asked).toBe('hdd');
});

describe('the invoice of an upgrade', () => {
  const invoices = async () => (await call(hosting.listInvoices, {})).invoices;

  it('appears among the invoices once the provider applies it', async () => {
    const run = await live.owner.paid();
    expect(await invoices()).toEqual([]);
    await call(hosting.upgradeServer, { serviceid: serviceId });
    expect(await invoices()).toMatchObject([
      { number: String(run.order?.invoiceid), total: run.order?.total, serviceid: serviceId, origin: 'upgrade' },
    ]);
    live.app.clock.advance(runTimesMs.agree);
    await live.owner.check(run);
    expect(await invoices()).toHaveLength(1);
  });

  it('is not added to one that was entered before', async () => {
    const run = await live.owner.paid();
    const number = String(run.order?.invoiceid);
    await call(hosting.addInvoice, { number, issued_on: '2026-01-15', total: '5.00', serviceid: serviceId });
    await call(hosting.upgradeServer, { serviceid: serviceId });
    expect(await invoices()).toMatchObject([{ number, total: '5.00', origin: 'entered' }]);
  });
});
