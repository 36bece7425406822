import { expect } from 'vitest';
import { monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { setOrder } from '#e2e/support/screens/upgrade-pages.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

const queuesOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listUpgradeQueues, {})).queues;

/** The orders of two servers, in this order. */
const orderTwo = async (cast: Cast) => {
  const caller = await connect(cast);
  const runs = [];
  for (const serviceid of [monthlyServer, yearlyServer]) {
    const { run_id } = await caller.call(hosting.startUpgradeRun, { serviceid });
    const { version } = await caller.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    runs.push(await caller.call(hosting.orderUpgrade, { run_id, version }));
  }
  return { caller, runs };
};

screenTest(
  'hosting/queue/act-panel',
  ['hosting.createUpgradeQueue'],
  'starts the upgrades that are paid and chosen, and says why others are left out',
  async (cast) => {
    const { caller, runs } = await orderTwo(cast);
    const [paid] = runs;
    if (!paid) throw new Error('There is no run');
    await caller.call(hosting.paySandboxInvoice, { run_id: paid.run_id });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await page.find('row', /mail-2.*Can’t start yet: the invoice isn’t paid/);
    expect(await page.has('button', 'Start 1 upgrade')).toBe(true);
    await page.press('Start 1 upgrade');
    await page.send('Start 1 upgrade', 'hosting.createUpgradeQueue');
    const [queue] = await queuesOf(cast);
    expect(queue).toMatchObject({ action: 'start', state: 'running' });
    expect(queue?.runs.map(({ run_id }) => run_id)).toEqual([paid.run_id]);
    await page.see('Starting upgrades');
  },
);

/** Until when the upgrades of both servers may start: the monthly one's first, whichever began in the same millisecond. */
const windowsOf = async ({ read, owner }: Cast) => {
  const { runs } = await read(owner, hosting.listUpgradeRuns, {});
  return [monthlyServer, yearlyServer].map(
    (serviceid) => runs.find((run) => run.serviceid === serviceid)?.apply_window?.until,
  );
};

screenTest(
  'hosting/queue/plan-starts-dialog',
  ['hosting.planUpgradeStarts'],
  'plans one window for all orders, which are then no longer chosen to be started now',
  async (cast) => {
    const { caller, runs } = await orderTwo(cast);
    for (const { run_id } of runs) await caller.call(hosting.paySandboxInvoice, { run_id });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await page.press('Plan 2 starts');
    await page.fill('Until', '05:30');
    await page.send('Plan 2 starts', 'hosting.planUpgradeStarts');
    await page.closed();
    expect(await windowsOf(cast)).toEqual(['05:30', '05:30']);
    await page.find('row', /mail-1.*Planned: 02:00–05:30/);
    expect(await page.has('button', 'Start 2 upgrades')).toBe(false);
    await page.assertCurrent('hosting');
  },
);

screenTest(
  'hosting/queue/act-panel',
  ['hosting.planUpgradeStarts'],
  'cancels the planned start of one of two servers',
  async (cast) => {
    const { caller, runs } = await orderTwo(cast);
    const reviewed = runs.map(({ run_id, version }) => ({ run_id, version }));
    const window = { from: '02:00', until: '05:30' };
    await caller.call(hosting.planUpgradeStarts, { runs: reviewed, window });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await page.press(`Select ${await labelOf(cast, monthlyServer)}`);
    await page.press('Cancel 1 planned start');
    await page.send('Cancel 1 planned start', 'hosting.planUpgradeStarts');
    await page.closed();
    expect(await windowsOf(cast)).toEqual([undefined, '05:30']);
    await page.assertCurrent('hosting');
  },
);

screenTest(
  'hosting/runs/end-step',
  ['hosting.markUpgradeRunSeen'],
  'lists the invoice of a change that is made, with its amount, until someone is done with it',
  async (cast) => {
    const { call } = await connect(cast);
    const { run_id } = await call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'annually' });
    await setOrder(cast, run_id, { invoiceid: 9_003, total: '323.68' });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    const row = await page.find('row', /mail-1.*The change is made/);
    expect(row.textContent).toContain('$323.68');
    await page.see('Total to pay: $323.68');
    const end = await cast.open(cast.owner, `/dashboard/hosting/${monthlyServer}/upgrade`);
    await end.see(/^Since this change, the provider shows invoice 9003 for \$323\.68/);
    await end.send('Done', 'hosting.markUpgradeRunSeen');
    const after = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await after.find('heading', 'Upgrade several servers');
    expect(await after.shows('The change is made')).toBe(false);
    expect((await cast.read(cast.owner, hosting.getUpgradeRun, { run_id })).needs_attention).toBe(false);
  },
);
