import { expect } from 'vitest';
import { monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade, type LiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';

const screenTest = screenTests();
const { hosting } = contract;

/** A real account, at a provider that fails when it is told to. */
const newAccount = () => closedAfterwards(createLiveUpgrade());

/** Orders for two servers, the first of which has another plan now than in the review. */
const stopQueue = async ({ call, advance }: LiveUpgrade) => {
  const runs: { run_id: string; version: number }[] = [];
  for (const [serviceid, rid] of [
    [monthlyServer, plans.next],
    [yearlyServer, plans.largest],
  ] as const) {
    const { run_id } = await call(hosting.startUpgradeRun, { serviceid });
    runs.push(await call(hosting.chooseUpgradePlan, { run_id, rid }));
  }
  const reviewed = runs.map(({ run_id, version }) => ({ run_id, version }));
  await call(hosting.createUpgradeQueue, { runs: reviewed });
  await call(hosting.chooseUpgradePlan, { run_id: runs[0]?.run_id ?? '', rid: plans.larger });
  await advance();
};

screenTest(
  'hosting/queue/queue-panel',
  ['hosting.resumeUpgradeQueue'],
  'says where orders stopped, and goes on with the plans that it shows, also over the budget',
  async ({ open }) => {
    const live = await newAccount();
    const { call, owner, app } = live;
    await stopQueue(live);
    await call(hosting.updateProviderSettings, { mode: 'live', monthly_budget: '1.00' });
    const page = await open(owner.person, '/dashboard/hosting/upgrades', app);
    await page.find('heading', 'Orders have stopped');
    await page.send('Order over budget', 'hosting.resumeUpgradeQueue');
    await page.find('heading', 'Placing orders');
    await page.assertCurrent('hosting');
    await live.advance();
    const { runs } = await call(hosting.listUpgradeRuns, {});
    expect(runs.map(({ serviceid, state, plan }) => [serviceid, state, plan?.rid]).toSorted()).toEqual([
      [monthlyServer, 'awaiting_payment', plans.larger],
      [yearlyServer, 'awaiting_payment', plans.largest],
    ]);
  },
);

screenTest(
  'hosting/runs/report-menu',
  ['hosting.reportUpgradeFinding'],
  'reports what was found about an order whose answer was lost, and nothing before the question is answered',
  async ({ open }) => {
    const live = await newAccount();
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const { run_id } = await live.order(await live.chosen());
    live.app.clock.advance(runTimesMs.settle);
    const page = await open(live.owner.person, `/dashboard/hosting/${monthlyServer}/upgrade`, live.app);
    await page.press('Report what you found');
    await page.press('I checked: there is no order');
    await page.see(/If there is an order after all, you may pay twice/);
    await page.send('I checked: there is no order', 'hosting.reportUpgradeFinding');
    await page.closed();
    expect(await live.call(hosting.getUpgradeRun, { run_id })).toMatchObject({ state: 'choosing', order: null });
    await page.assertCurrent('hosting');
  },
);
