import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createLiveService, hostingCaller, type LiveService, monthlyServer, plans } from '#e2e/fixtures/hosting.ts';
import type { FaultName } from '#main/provider/emulator/faults.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/hosting.ts';
import { minute } from '#shared/limits.ts';
import { insertRun } from '../../../store/hosting/upgrade-runs.ts';
import { advanceOpenRuns } from './advance-runs.ts';

const { hosting } = contract;
const serviceId = monthlyServer;

let live: LiveService;
beforeEach(async () => {
  live = await createLiveService();
  return () => live.app.close();
});

const { call, check } = {
  call: ((operation, input) => live.owner.call(operation, input)) as LiveService['owner']['call'],
  check: (run: { run_id: string }) => call(hosting.checkUpgradeRun, { run_id: run.run_id }),
};
const chosen = async () => {
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: serviceId });
  return call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
};
/** Two checks that are far enough apart to agree. */
const checkTwice = async (run: { run_id: string }) => {
  await check(run);
  live.app.clock.advance(runTimesMs.agree);
  return check(run);
};
const order = ({ run_id, version }: { run_id: string; version: number }) =>
  call(hosting.orderUpgrade, { run_id, version });
const openOrders = () => live.emulator.state.orders.filter(({ status }) => ['unpaid', 'paid'].includes(status));

describe('an order without an answer', () => {
  const lost: FaultName[] = ['timeout_after', 'reset_after', 'html_after', 'empty', 'truncated', 'bad_gateway'];
  it.each(lost)('is found at the provider if it was placed (%s), and never sent again', async (fault) => {
    const run = await chosen();
    live.emulator.fail(fault, { action: 'upgrade_instance' });
    const ordered = await order(run);
    expect(ordered).toMatchObject({ state: 'ordering', needs_attention: true });
    expect(ordered.refused).toMatchObject({ order: 'unproven', choose_plan: 'unproven', close: 'settling' });
    expect((await check(ordered)).state).toBe('awaiting_payment');
    expect([live.calls('upgrade_instance'), openOrders().length]).toEqual([1, 1]);
  });

  it('may be sent again once its owner reports that there is none, and not before nothing can arrive anymore', async () => {
    const run = await chosen();
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await order(run);
    expect(ordered.state).toBe('ordering');
    expect((await check(ordered)).state).toBe('ordering');
    const { refusal } = await failsWith(order(ordered), 'STATE_CONFLICT');
    expect(refusal).toBe('unproven');
    const report = ({ run_id, version }: { run_id: string; version: number }) =>
      call(hosting.reportUpgradeFinding, { run_id, version, finding: 'no_order', understood: true });
    expect((await failsWith(report(ordered), 'STATE_CONFLICT')).refusal).toBe('settling');
    live.app.clock.advance(runTimesMs.settle);
    const unclear = await checkTwice(ordered);
    expect(unclear).toMatchObject({ state: 'ordering', problem: { reason: 'order_unclear' }, needs_attention: true });
    const back = await report(unclear);
    expect(back).toMatchObject({ state: 'choosing', problem: null });
    expect((await order(back)).state).toBe('awaiting_payment');
    expect(openOrders()).toHaveLength(1);
  });

  it('stays unknown while the provider cannot be asked, and can be closed', async () => {
    const run = await chosen();
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    const ordered = await order(run);
    live.app.clock.advance(runTimesMs.settle);
    live.emulator.fail('not_authorized_403', { times: 10 });
    expect(await check(ordered)).toMatchObject({ state: 'ordering', problem: { reason: 'not_authorized' } });
    expect((await call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true })).state).toBe('closed');
    const { provider_reason } = await failsWith(
      call(hosting.startUpgradeRun, { serviceid: serviceId }),
      'PROVIDER_UNAUTHORIZED',
    );
    expect(provider_reason).toBe('not_authorized');
  });

  it.each(['html_before', 'wrong_types', 'null_answer', 'other_success'] as const)(
    'does not count as a success (%s)',
    async (fault) => {
      const run = await chosen();
      live.emulator.fail(fault, { action: 'upgrade_instance' });
      expect((await order(run)).state).toBe('ordering');
      expect(openOrders()).toHaveLength(0);
    },
  );
});

describe('an order that the provider refuses', () => {
  it.each([
    ['hourly_disabled', 'PROVIDER_REJECTED'],
    ['not_authorized_200', 'PROVIDER_UNAUTHORIZED'],
    ['not_authorized_401', 'PROVIDER_UNAUTHORIZED'],
  ] as const)('is reported (%s), and may be retried at once', async (fault, key) => {
    const run = await chosen();
    live.emulator.fail(fault, { action: 'upgrade_instance' });
    await failsWith(order(run), key);
    const told = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(told.state).toBe('choosing');
    expect(told.problem?.reason).toBe(fault.startsWith('not_') ? 'not_authorized' : fault);
    expect((await order(told)).state).toBe('awaiting_payment');
  });

  it('is adopted if the provider already has one', async () => {
    const run = await chosen();
    const elsewhere = hostingCaller(live.app, await live.app.owner(), live.pay);
    await elsewhere.call(hosting.updateProviderSettings, {
      mode: 'live',
      base_url: 'https://provider.example.com/cloud/api.php',
      key: 'live-key-0001',
    });
    await elsewhere.call(hosting.syncServers, {});
    await elsewhere.ordered();
    const { reason } = await failsWith(order(run), 'STATE_CONFLICT');
    expect(reason).toBe('order_elsewhere');
    const adopted = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(adopted).toMatchObject({ state: 'awaiting_payment', plan: null, cost_after: null });
    expect(live.calls('upgrade_instance')).toBe(1);
  });
});

describe('unknown pending orders', () => {
  const unknown: FaultName[] = ['html_before', 'not_authorized_200', 'null_answer', 'wrong_types', 'other_object'];
  it.each(unknown)('block the start and the order (%s)', async (fault) => {
    live.emulator.fail(fault, { action: 'check_upgrade_order', times: 4 });
    await expect(call(hosting.startUpgradeRun, { serviceid: serviceId })).rejects.toMatchObject({
      key: expect.stringMatching(/^PROVIDER_/),
    });
    live.emulator.settle();
    const again = await createLiveService();
    try {
      const { run_id } = await again.owner.call(hosting.startUpgradeRun, { serviceid: serviceId });
      const { version } = await again.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
      again.emulator.fail(fault, { action: 'check_upgrade_order', times: 4 });
      await expect(again.owner.call(hosting.orderUpgrade, { run_id, version })).rejects.toMatchObject({
        key: expect.stringMatching(/^PROVIDER_/),
      });
      expect(again.calls('upgrade_instance')).toBe(0);
      expect((await again.owner.call(hosting.getUpgradeRun, { run_id })).state).toBe('choosing');
    } finally {
      await again.app.close();
    }
  });
});

describe('an upgrade call without an answer', () => {
  it('is proven by the server, and never sent again', async () => {
    const run = await live.owner.paid();
    live.emulator.fail('timeout_after', { action: 'upgrade_server' });
    expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('applying');
    await failsWith(call(hosting.upgradeServer, { serviceid: serviceId }), 'STATE_CONFLICT');
    expect((await check(run)).state).toBe('applying');
    live.app.clock.advance(minute);
    expect((await check(run)).state).toBe('resized');
    expect(live.calls('upgrade_server')).toBe(1);
  });

  it('may be sent again once nothing can arrive anymore, if it did not arrive', async () => {
    const run = await live.owner.paid();
    live.emulator.fail('timeout_before', { action: 'upgrade_server' });
    await call(hosting.upgradeServer, { serviceid: serviceId });
    expect((await check(run)).state).toBe('applying');
    live.app.clock.advance(runTimesMs.settle);
    expect((await check(run)).state).toBe('applying');
    live.app.clock.advance(runTimesMs.agree);
    expect(await check(run)).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'interrupted' } });
    expect((await call(hosting.upgradeServer, { serviceid: serviceId })).state).toBe('resizing');
  });
});

describe('a decision without an answer', () => {
  it.each([
    ['confirm_upgrade', hosting.confirmUpgrade, 'confirmed'],
    ['revert_upgrade', hosting.revertUpgrade, 'reverted'],
  ] as const)('is proven by the server (%s)', async (action, operation, state) => {
    const run = await live.owner.resized();
    live.emulator.fail('reset_after', { action });
    expect((await call(operation, { serviceid: serviceId })).state).toMatch(/ing$/);
    expect((await checkTwice(run)).state).toBe(state);
    expect(live.calls(action)).toBe(1);
  });

  it('is open again once nothing can arrive anymore, if it did not arrive', async () => {
    const run = await live.owner.resized();
    live.emulator.fail('reset_before', { action: 'revert_upgrade' });
    await call(hosting.revertUpgrade, { serviceid: serviceId });
    expect((await check(run)).state).toBe('reverting');
    live.app.clock.advance(runTimesMs.settle);
    expect((await checkTwice(run)).state).toBe('resized');
    expect((await call(hosting.confirmUpgrade, { serviceid: serviceId })).state).toBe('confirmed');
  });
});

describe('a single-step change', () => {
  it('sets cycle and cost from what the provider shows', async () => {
    const run = await call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'annually' });
    expect(run).toMatchObject({ state: 'changed', wanted: 'annually', cost_before: '9.99' });
    const server = await call(hosting.getServer, { serviceid: serviceId });
    expect(server).toMatchObject({ billingcycle: 'annually', approximate_cost: run.cost_after });
    expect(run.cost_after).not.toBe('9.99');
  });

  it('is proven by the server if there is no answer', async () => {
    live.emulator.fail('timeout_after', { action: 'change_billing_cycle' });
    const run = await call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'quarterly' });
    expect(run.state).toBe('changing');
    expect((await checkTwice(run)).state).toBe('changed');
  });

  it('has failed if the provider still shows the old cycle when nothing can arrive anymore', async () => {
    live.emulator.fail('timeout_before', { action: 'change_billing_cycle' });
    const run = await call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'quarterly' });
    expect((await check(run)).state).toBe('changing');
    live.app.clock.advance(runTimesMs.settle);
    expect(await checkTwice(run)).toMatchObject({ state: 'failed', needs_attention: true });
    expect((await call(hosting.getServer, { serviceid: serviceId })).billingcycle).toBe('monthly');
  });

  it("to hourly billing reports the provider's refusal", async () => {
    live.emulator.fail('hourly_disabled', { action: 'change_billing_cycle' });
    const { provider_reason } = await failsWith(
      call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'hourly' }),
      'PROVIDER_REJECTED',
    );
    expect(provider_reason).toBe('hourly_disabled');
    const { runs } = await call(hosting.listUpgradeRuns, { serviceid: serviceId });
    expect(runs).toMatchObject([{ state: 'failed', kind: 'billing_cycle', problem: { reason: 'hourly_disabled' } }]);
  });

  it('of the service level costs what that level costs, in both directions', async () => {
    const up = await call(hosting.upgradeToManaged, { serviceid: serviceId });
    expect(up).toMatchObject({ state: 'changed', wanted: 'managed' });
    const managed = await call(hosting.getServer, { serviceid: serviceId });
    expect(managed).toMatchObject({ managed: true, approximate_cost: up.cost_after });
    await call(hosting.downgradeToUnmanaged, { serviceid: serviceId });
    expect(await call(hosting.getServer, { serviceid: serviceId })).toMatchObject({
      managed: false,
      approximate_cost: '9.99',
    });
  });

  it('of the service level without an answer never counts as done, and can be closed', async () => {
    live.emulator.fail('timeout_after', { action: 'upgrade_to_managed' });
    const run = await call(hosting.upgradeToManaged, { serviceid: serviceId });
    expect(run.state).toBe('changing');
    live.app.clock.advance(30 * minute - 1);
    await check(run);
    expect((await check(run)).state).toBe('changing');
    await call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    expect((await call(hosting.getServer, { serviceid: serviceId })).managed).toBeNull();
    expect((await call(hosting.updateServer, { serviceid: serviceId, managed: true })).managed).toBe(true);
  });
});

describe('a server with unexpected sizes', () => {
  it('is reported, and proves nothing', async () => {
    const run = await live.owner.resized();
    await call(hosting.confirmUpgrade, { serviceid: serviceId });
    const next = await live.owner.applied(serviceId, plans.larger);
    live.app.clock.advance(runTimesMs.settle);
    const [server] = live.emulator.state.servers;
    if (!server) throw new Error('The emulator has no server');
    Object.assign(server, { status: 'ACTIVE', upgrade: null, spec: { ...server.spec, cpu: 12 } });
    expect(await check(next)).toMatchObject({ state: 'resizing', problem: { reason: 'unexpected_sizes' } });
    expect(run.run_id).not.toBe(next.run_id);
  });
});

describe('the upgrade poll', () => {
  it('finds what a timeout has left open, and continues with the next tenant if one fails', async () => {
    const run = await chosen();
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    await order(run);
    const { db } = live.app.service.context;
    const broken = await live.app.owner();
    const row = await db.read.selectFrom('upgrade_runs').selectAll().executeTakeFirstOrThrow();
    await insertRun(db.write, { ...row, id: 'run_broken', tenant_id: broken.tenantId, started_at: 0 });
    await advanceOpenRuns(live.app.service.context);
    expect((await call(hosting.getUpgradeRun, { run_id: run.run_id })).state).toBe('awaiting_payment');
  });

  it('does not poll runs that await a choice', async () => {
    await chosen();
    const asked = live.calls('check_upgrade_order');
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('check_upgrade_order')).toBe(asked);
  });
});
