import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, hostingCaller, type LiveService, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';

const { hosting } = contract;
const serviceId = monthlyServer;

const live = perTest(() => createLiveService());

const { call, check } = {
  call: ((operation, input) => live.owner.call(operation, input)) as LiveService['owner']['call'],
  check: (run: { run_id: string }) => call(hosting.checkUpgradeRun, { run_id: run.run_id }),
};
const chosen = async () => {
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: serviceId });
  return call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
};
const openOrders = () => live.emulator.state.orders.filter(({ status }) => ['unpaid', 'paid'].includes(status));

describe('concurrent hosting calls', () => {
  it("make one call for 20 orders of one run by a tenant's two owners", async () => {
    const run = await chosen();
    const other = await live.app.join(live.owner.person, 'owner');
    const second_ = hostingCaller(live.app, other, live.pay);
    const { run_id, version } = run;
    const outcomes = await countOutcomes(
      times(20, (index) => (index % 2 ? live.owner : second_).call(hosting.orderUpgrade, { run_id, version })),
    );
    expect(outcomes.ok).toBeGreaterThanOrEqual(1);
    expect((outcomes.ok ?? 0) + (outcomes.STATE_CONFLICT ?? 0)).toBe(20);
    expect([live.calls('upgrade_instance'), openOrders().length]).toEqual([1, 1]);
  });

  it('make one run from 20 starts', async () => {
    const outcomes = await countOutcomes(times(20, () => call(hosting.startUpgradeRun, { serviceid: serviceId })));
    expect(outcomes).toEqual({ ok: 1, RUN_OPEN: 19 });
  });

  it('make one run and one order from 20 one-step upgrades', async () => {
    const outcomes = await countOutcomes(
      times(20, () => call(hosting.upgradeInstance, { serviceid: serviceId, rid: plans.next })),
    );
    expect(Object.keys(outcomes).filter((key) => !['ok', 'RUN_OPEN', 'STATE_CONFLICT'].includes(key))).toEqual([]);
    expect([live.calls('upgrade_instance'), openOrders().length]).toEqual([1, 1]);
  });

  it('make one call each for 20 upgrades, and then for 20 decisions of two kinds', async () => {
    const run = await live.owner.paid();
    await countOutcomes(times(20, () => call(hosting.upgradeServer, { serviceid: serviceId })));
    expect(live.calls('upgrade_server')).toBe(1);
    live.app.clock.advance(30 * second);
    expect((await check(run)).state).toBe('resized');
    const decide = [hosting.confirmUpgrade, hosting.revertUpgrade] as const;
    await countOutcomes(times(20, (index) => call(decide[index % 2] ?? decide[0], { serviceid: serviceId })));
    expect(live.calls('confirm_upgrade') + live.calls('revert_upgrade')).toBe(1);
    const { state } = await call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(state).toBe(live.calls('confirm_upgrade') === 1 ? 'confirmed' : 'reverted');
  });

  it('make one call for 20 changes of the cycle', async () => {
    const outcomes = await countOutcomes(
      times(20, () => call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'annually' })),
    );
    expect(outcomes.ok).toBe(1);
    expect(live.calls('change_billing_cycle')).toBe(1);
  });

  it.each([
    ['change_billing_cycle', hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: 'annually' }],
    ['upgrade_to_managed', hosting.upgradeToManaged, { serviceid: serviceId }],
  ] as const)(
    'make one %s if the same is done while one of them reads the server',
    async (action, operation, input) => {
      const change = () => call(operation, input as never);
      let isFirst = true;
      live.interfere('check_upgrade_order', async () => {
        if (!isFirst) return;
        isFirst = false;
        await change();
      });
      await failsWith(change(), 'STATE_CONFLICT');
      expect(live.calls(action)).toBe(1);
    },
  );
});
