import { expect } from 'vitest';
import { monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { nothing, openUpgrade, planName, runsOf } from '#e2e/support/screens/upgrade-pages.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

screenTest(
  'hosting/queue/prepare-panel',
  ['hosting.startUpgradeRun', 'hosting.chooseUpgradePlan'],
  'gives those chosen the plan, and no other server',
  async (cast) => {
    await openUpgrade(cast, nothing);
    const { servers } = await cast.read(cast.owner, hosting.listServers, {});
    const labelOf = (id: string) => servers.find(({ serviceid }) => serviceid === id)?.label ?? '';
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await page.press(labelOf(monthlyServer));
    await page.choose('New plan', new RegExp(`^${await planName(cast, plans.larger)}`));
    await page.press('Add to review');
    await page.find('button', `Remove ${labelOf(monthlyServer)}`);
    expect(await runsOf(cast)).toMatchObject([{ serviceid: monthlyServer, plan: { rid: plans.larger } }]);
  },
);

/** Two prepared upgrades, and the page that reviews them. */
const openReview = async (cast: Cast) => {
  await openUpgrade(cast, async ({ call }) => {
    for (const serviceid of [monthlyServer, yearlyServer]) {
      const { run_id } = await call(hosting.startUpgradeRun, { serviceid });
      await call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    }
  });
  return cast.open(cast.owner, '/dashboard/hosting/upgrades');
};

screenTest(
  'hosting/queue/review-panel',
  ['hosting.cancelUpgradeRun', 'hosting.createUpgradeQueue'],
  'takes one out, and orders what is left',
  async (cast) => {
    const page = await openReview(cast);
    const label = (await runsOf(cast)).find(({ serviceid }) => serviceid === yearlyServer)?.server_label ?? '';
    await page.press(`Remove ${label}`);
    await page.send('Place 1 order', 'hosting.createUpgradeQueue');
    const { queues } = await cast.read(cast.owner, hosting.listUpgradeQueues, {});
    expect(queues.map(({ runs }) => runs.map(({ serviceid }) => serviceid))).toEqual([[monthlyServer]]);
  },
);

screenTest(
  'hosting/queue/prepare-panel',
  ['hosting.cancelUpgradeRun'],
  'leaves no run behind where the plan can’t be chosen, and says so',
  async (cast) => {
    await openUpgrade(cast, nothing);
    const { servers } = await cast.read(cast.owner, hosting.listServers, {});
    const label = servers.find(({ serviceid }) => serviceid === monthlyServer)?.label ?? '';
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    page.answer('hosting.chooseUpgradePlan', () => Promise.reject(new TypeError('Failed to fetch')));
    await page.press(label);
    await page.choose('New plan', new RegExp(`^${await planName(cast, plans.larger)}`));
    await page.press('Add to review');
    await page.see(new RegExp(`^${label}: Castellan didn’t respond`));
    expect(await runsOf(cast)).toMatchObject([{ serviceid: monthlyServer, state: 'cancelled' }]);
  },
);

screenTest('hosting/queue/queue-panel', ['hosting.cancelUpgradeQueue'], 'cancels what isn’t ordered', async (cast) => {
  await openReview(cast);
  const runs = (await runsOf(cast)).map(({ run_id, version }) => ({ run_id, version }));
  await cast.app.call(hosting.createUpgradeQueue, { runs }, { token: cast.owner.token });
  const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
  await page.press('Cancel remaining');
  await page.send('Cancel remaining', 'hosting.cancelUpgradeQueue');
  await page.closed();
  await page.assertCurrent('hosting');
  const { queues } = await cast.read(cast.owner, hosting.listUpgradeQueues, {});
  expect(queues.map(({ state }) => state)).toEqual(['cancelled']);
});
