import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { hostingCaller, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import type { FaultName } from '#main/provider/emulator/faults.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { insertRun } from '../../../storage/store/hosting/upgrade-runs.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

/** Two checks that are far enough apart to agree. */
const checkTwice = async (run: { run_id: string }) => {
  await live.check(run);
  live.app.clock.advance(runTimesMs.agree);
  return live.check(run);
};
const openOrders = () => live.emulator.state.orders.filter(({ status }) => ['unpaid', 'paid'].includes(status));

describe('an order without an answer', () => {
  const lost: FaultName[] = ['timeout_after', 'reset_after', 'html_after', 'empty', 'truncated', 'bad_gateway'];
  it.each(lost)('is found at the provider if it was placed (%s), and never sent again', async (fault) => {
    const run = await live.chosen();
    live.emulator.fail(fault, { action: 'upgrade_instance' });
    const ordered = await live.order(run);
    expect(ordered).toMatchObject({ state: 'ordering', needs_attention: true });
    expect(ordered.refused).toMatchObject({ order: 'unproven', choose_plan: 'unproven', close: 'settling' });
    expect((await live.check(ordered)).state).toBe('awaiting_payment');
    expect([live.calls('upgrade_instance'), openOrders().length]).toEqual([1, 1]);
  });

  it('may be sent again once its owner reports that there is none, and not before nothing can arrive anymore', async () => {
    const run = await live.chosen();
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await live.order(run);
    expect(ordered.state).toBe('ordering');
    expect((await live.check(ordered)).state).toBe('ordering');
    const { refusal } = await failsWith(live.order(ordered), 'STATE_CONFLICT');
    expect(refusal).toBe('unproven');
    const report = ({ run_id, version }: { run_id: string; version: number }) =>
      live.call(hosting.reportUpgradeFinding, { run_id, version, finding: 'no_order', understood: true });
    expect((await failsWith(report(ordered), 'STATE_CONFLICT')).refusal).toBe('settling');
    live.app.clock.advance(runTimesMs.settle);
    const unclear = await checkTwice(ordered);
    expect(unclear).toMatchObject({ state: 'ordering', problem: { reason: 'order_unclear' }, needs_attention: true });
    const back = await report(unclear);
    expect(back).toMatchObject({ state: 'choosing', problem: null });
    expect((await live.order(back)).state).toBe('awaiting_payment');
    expect(openOrders()).toHaveLength(1);
  });

  it('stays unknown while the provider cannot be asked, and can be closed', async () => {
    const run = await live.chosen();
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    const ordered = await live.order(run);
    live.app.clock.advance(runTimesMs.settle);
    live.emulator.fail('not_authorized_403', { times: 10 });
    expect(await live.check(ordered)).toMatchObject({ state: 'ordering', problem: { reason: 'not_authorized' } });
    expect((await live.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true })).state).toBe('closed');
    const { provider_reason } = await failsWith(
      live.call(hosting.startUpgradeRun, { serviceid: monthlyServer }),
      'PROVIDER_UNAUTHORIZED',
    );
    expect(provider_reason).toBe('not_authorized');
  });

  it.each(['html_before', 'wrong_types', 'null_answer', 'other_success'] as const)(
    'does not count as a success (%s)',
    async (fault) => {
      const run = await live.chosen();
      live.emulator.fail(fault, { action: 'upgrade_instance' });
      expect((await live.order(run)).state).toBe('ordering');
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
    const run = await live.chosen();
    live.emulator.fail(fault, { action: 'upgrade_instance' });
    await failsWith(live.order(run), key);
    const seen = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(seen.state).toBe('choosing');
    expect(seen.problem?.reason).toBe(fault.startsWith('not_') ? 'not_authorized' : fault);
    expect((await live.order(seen)).state).toBe('awaiting_payment');
  });

  it('is adopted if the provider already has one', async () => {
    const run = await live.chosen();
    const elsewhere = hostingCaller(live.app, await live.app.owner(), live.pay);
    await elsewhere.call(hosting.updateProviderSettings, {
      mode: 'live',
      base_url: 'https://provider.example.com/cloud/api.php',
      key: 'live-key-0001',
    });
    await elsewhere.call(hosting.syncServers, {});
    await elsewhere.ordered();
    const { reason } = await failsWith(live.order(run), 'STATE_CONFLICT');
    expect(reason).toBe('order_elsewhere');
    const adopted = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(adopted).toMatchObject({ state: 'awaiting_payment', plan: null, cost_after: null });
    expect(live.calls('upgrade_instance')).toBe(1);
  });
});

describe('unknown pending orders', () => {
  const unknown: FaultName[] = ['html_before', 'not_authorized_200', 'null_answer', 'wrong_types', 'other_object'];
  it.each(unknown)('block the start and the order (%s)', async (fault) => {
    live.emulator.fail(fault, { action: 'check_upgrade_order', times: 4 });
    await expect(live.call(hosting.startUpgradeRun, { serviceid: monthlyServer })).rejects.toMatchObject({
      key: expect.stringMatching(/^PROVIDER_/),
    });
    live.emulator.settle();
    const again = await closedAfterwards(createLiveUpgrade());
    const run = await again.chosen();
    again.emulator.fail(fault, { action: 'check_upgrade_order', times: 4 });
    await expect(again.order(run)).rejects.toMatchObject({
      key: expect.stringMatching(/^PROVIDER_/),
    });
    expect(again.calls('upgrade_instance')).toBe(0);
    expect((await again.call(hosting.getUpgradeRun, { run_id: run.run_id })).state).toBe('choosing');
  });
});

describe('an upgrade call without an answer', () => {
  it('is proven by the server, and never sent again', async () => {
    const run = await live.owner.paid();
    live.emulator.fail('timeout_after', { action: 'upgrade_server' });
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('applying');
    await failsWith(live.call(hosting.upgradeServer, { serviceid: monthlyServer }), 'STATE_CONFLICT');
    expect((await live.check(run)).state).toBe('applying');
    live.app.clock.advance(minute);
    expect((await live.check(run)).state).toBe('resized');
    expect(live.calls('upgrade_server')).toBe(1);
  });

  it('may be sent again once nothing can arrive anymore, if it did not arrive', async () => {
    const run = await live.owner.paid();
    live.emulator.fail('timeout_before', { action: 'upgrade_server' });
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer });
    expect((await live.check(run)).state).toBe('applying');
    live.app.clock.advance(runTimesMs.settle);
    expect((await live.check(run)).state).toBe('applying');
    live.app.clock.advance(runTimesMs.agree);
    expect(await live.check(run)).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'interrupted' } });
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
  });
});

describe('a decision without an answer', () => {
  it.each([
    ['confirm_upgrade', hosting.confirmUpgrade, 'confirmed'],
    ['revert_upgrade', hosting.revertUpgrade, 'reverted'],
  ] as const)('is proven by the server (%s)', async (action, operation, state) => {
    const run = await live.owner.resized();
    live.emulator.fail('reset_after', { action });
    expect((await live.call(operation, { serviceid: monthlyServer })).state).toMatch(/ing$/);
    expect((await checkTwice(run)).state).toBe(state);
    expect(live.calls(action)).toBe(1);
  });

  it('is open again once nothing can arrive anymore, if it did not arrive', async () => {
    const run = await live.owner.resized();
    live.emulator.fail('reset_before', { action: 'revert_upgrade' });
    await live.call(hosting.revertUpgrade, { serviceid: monthlyServer });
    expect((await live.check(run)).state).toBe('reverting');
    live.app.clock.advance(runTimesMs.settle);
    expect((await checkTwice(run)).state).toBe('resized');
    expect((await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirmed');
  });
});

describe('a single-step change', () => {
  it('sets cycle and cost from what the provider shows', async () => {
    const run = await live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'annually' });
    expect(run).toMatchObject({ state: 'changed', wanted: 'annually', cost_before: '9.99' });
    const server = await live.call(hosting.getServer, { serviceid: monthlyServer });
    expect(server).toMatchObject({ billingcycle: 'annually', approximate_cost: run.cost_after });
    expect(run.cost_after).not.toBe('9.99');
  });

  it('is proven by the server if there is no answer', async () => {
    live.emulator.fail('timeout_after', { action: 'change_billing_cycle' });
    const run = await live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'quarterly' });
    expect(run.state).toBe('changing');
    expect((await checkTwice(run)).state).toBe('changed');
  });

  it('has failed if the provider still shows the old cycle when nothing can arrive anymore', async () => {
    live.emulator.fail('timeout_before', { action: 'change_billing_cycle' });
    const run = await live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'quarterly' });
    expect((await live.check(run)).state).toBe('changing');
    live.app.clock.advance(runTimesMs.settle);
    expect(await checkTwice(run)).toMatchObject({ state: 'failed', needs_attention: true });
    expect((await live.call(hosting.getServer, { serviceid: monthlyServer })).billingcycle).toBe('monthly');
  });

  it("to hourly billing reports the provider's refusal", async () => {
    live.emulator.fail('hourly_disabled', { action: 'change_billing_cycle' });
    const { provider_reason } = await failsWith(
      live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'hourly' }),
      'PROVIDER_REJECTED',
    );
    expect(provider_reason).toBe('hourly_disabled');
    const { runs } = await live.call(hosting.listUpgradeRuns, { serviceid: monthlyServer });
    expect(runs).toMatchObject([{ state: 'failed', kind: 'billing_cycle', problem: { reason: 'hourly_disabled' } }]);
  });

  it('of the service level costs what that level costs, in both directions', async () => {
    const up = await live.call(hosting.upgradeToManaged, { serviceid: monthlyServer });
    expect(up).toMatchObject({ state: 'changed', wanted: 'managed' });
    const managed = await live.call(hosting.getServer, { serviceid: monthlyServer });
    expect(managed).toMatchObject({ managed: true, approximate_cost: up.cost_after });
    const again = await failsWith(live.call(hosting.upgradeToManaged, { serviceid: monthlyServer }), 'STATE_CONFLICT');
    expect(again.reason).toBe('level_unchanged');
    expect(live.calls('upgrade_to_managed')).toBe(1);
    await live.call(hosting.downgradeToUnmanaged, { serviceid: monthlyServer });
    await failsWith(live.call(hosting.downgradeToUnmanaged, { serviceid: monthlyServer }), 'STATE_CONFLICT');
    expect(await live.call(hosting.getServer, { serviceid: monthlyServer })).toMatchObject({
      managed: false,
      approximate_cost: '9.99',
    });
  });

  it('of the service level without an answer never counts as done, and can be closed', async () => {
    live.emulator.fail('timeout_after', { action: 'upgrade_to_managed' });
    const run = await live.call(hosting.upgradeToManaged, { serviceid: monthlyServer });
    expect(run.state).toBe('changing');
    live.app.clock.advance(30 * minute - 1);
    await live.check(run);
    expect((await live.check(run)).state).toBe('changing');
    await live.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    expect((await live.call(hosting.getServer, { serviceid: monthlyServer })).managed).toBeNull();
    expect((await live.call(hosting.updateServer, { serviceid: monthlyServer, managed: true })).managed).toBe(true);
  });
});

describe('a server with unexpected sizes', () => {
  it('is reported, and proves nothing', async () => {
    const run = await live.owner.resized();
    await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    const next = await live.owner.applied(monthlyServer, plans.larger);
    live.app.clock.advance(runTimesMs.settle);
    const [server] = live.emulator.state.servers;
    if (!server) throw new Error('The emulator has no server');
    Object.assign(server, { status: 'ACTIVE', upgrade: null, spec: { ...server.spec, cpu: 12 } });
    expect(await live.check(next)).toMatchObject({ state: 'resizing', problem: { reason: 'unexpected_sizes' } });
    expect(run.run_id).not.toBe(next.run_id);
  });
});

describe('the upgrade poll', () => {
  it('finds what a timeout has left open, and continues with the next tenant if one fails', async () => {
    const run = await live.chosen();
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    await live.order(run);
    const { db } = live.app.service.context;
    const broken = await live.app.owner();
    const row = await tablesOf(db.read).selectFrom('upgrade_runs').selectAll().executeTakeFirstOrThrow();
    await insertRun(db.write, { ...row, id: 'run_broken', tenant_id: broken.tenantId, started_at: 0 });
    await advanceOpenRuns(live.app.service.context);
    expect((await live.call(hosting.getUpgradeRun, { run_id: run.run_id })).state).toBe('awaiting_payment');
  });

  it('does not poll runs that await a choice', async () => {
    await live.chosen();
    const asked = live.calls('check_upgrade_order');
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('check_upgrade_order')).toBe(asked);
  });
});
