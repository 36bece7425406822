import { expect } from 'vitest';
import { monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

const queuesOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listUpgradeQueues, {})).queues;

screenTest(
  'hosting/queue/act-panel',
  ['hosting.createUpgradeQueue'],
  'starts the upgrades that are paid and chosen, and says why others are left out',
  async (cast) => {
    const caller = await connect(cast);
    const runs = [];
    for (const serviceid of [monthlyServer, yearlyServer]) {
      const { run_id } = await caller.call(hosting.startUpgradeRun, { serviceid });
      const { version } = await caller.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
      runs.push(await caller.call(hosting.orderUpgrade, { run_id, version }));
    }
    const [paid] = runs;
    if (!paid) throw new Error('There is no run');
    await caller.call(hosting.paySandboxInvoice, { run_id: paid.run_id });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    const unpaid = await page.field(`Select ${await labelOf(cast, yearlyServer)}`);
    expect(unpaid.disabled).toBe(true);
    expect(await page.has('button', 'Start 1 upgrade')).toBe(true);
    await page.press('Start 1 upgrade');
    await page.send('Start 1 upgrade', 'hosting.createUpgradeQueue');
    const [queue] = await queuesOf(cast);
    expect(queue).toMatchObject({ action: 'start', state: 'running' });
    expect(queue?.runs.map(({ run_id }) => run_id)).toEqual([paid.run_id]);
    await page.see('Starting upgrades');
  },
);
