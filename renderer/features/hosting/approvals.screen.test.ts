import { expect } from 'vitest';
import { hostingCaller, monthlyServer, plans, yearlyServer } from '#e2e/support/hosting.ts';
import { connect, labelOf } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { hosting } = contract;

/** An upgrade with a plan, a limit below what it costs, and a second owner. */
const prepare = async (cast: Cast) => {
  const caller = await connect(cast);
  const { run_id } = await caller.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  await caller.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
  await caller.call(hosting.updateProviderSettings, { mode: 'sandbox', approval_limit: '1.00' });
  const other = hostingCaller(cast.app, await cast.app.join(cast.owner, 'owner'));
  return { caller, other };
};
const approvalsOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listApprovals, {})).approvals;

screenTest(
  'hosting/ask-for-approval',
  ['hosting.requestApproval'],
  'says before an order that another owner has to agree, asks them, and says when they have',
  async (cast) => {
    const { other } = await prepare(cast);
    const page = await cast.open(cast.owner, `/dashboard/hosting/${monthlyServer}/upgrade`);
    await page.see(/This costs \$9\.00\. Another owner has to agree to what costs more than \$1\.00\./);
    await page.send('Ask another owner', 'hosting.requestApproval');
    await page.see('Waiting for another owner to agree');
    const [asked] = await approvalsOf(cast);
    expect(asked).toMatchObject({ kind: 'upgrade', serviceid: monthlyServer, is_own: true });
    await other.call(hosting.approveChange, { approval_id: asked?.approval_id ?? '' });
    const later = await cast.open(cast.owner, `/dashboard/hosting/${monthlyServer}/upgrade`);
    await later.see(`${other.person.name} agreed to this upgrade`);
  },
);

screenTest(
  'hosting/approvals-panel',
  ['hosting.approveChange', 'hosting.removeApproval'],
  'lets the other owner agree and take it back, and whoever asked withdraw',
  async (cast) => {
    const { caller, other } = await prepare(cast);
    const asked = { kind: 'upgrade', serviceid: monthlyServer } as const;
    await caller.call(hosting.requestApproval, asked);
    const page = await cast.open(other.person, '/dashboard/hosting');
    await page.see(`Upgrade of ${await labelOf(cast, monthlyServer)} for $9.00`);
    await page.press('Agree');
    await page.send('Agree', 'hosting.approveChange');
    await page.closed();
    expect(await approvalsOf(cast)).toMatchObject([{ approved_by: other.person.name }]);
    await page.send('Revoke agreement', 'hosting.removeApproval');
    expect(await approvalsOf(cast)).toEqual([]);
    await caller.call(hosting.requestApproval, asked);
    const own = await cast.open(cast.owner, '/dashboard/hosting');
    expect(await own.has('button', 'Agree')).toBe(false);
    await own.send('Withdraw request', 'hosting.removeApproval');
    expect(await approvalsOf(cast)).toEqual([]);
  },
);

screenTest(
  'hosting/ask-for-approval',
  ['hosting.requestApproval'],
  'asks another owner in place of a change above the limit',
  async (cast) => {
    await prepare(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting');
    await page.press(`Actions for ${await labelOf(cast, yearlyServer)}`);
    await page.press('Switch to managed');
    await page.press('Switch to managed');
    await page.see(/Another owner has to agree to what costs more than \$1\.00/);
    await page.send('Ask another owner', 'hosting.requestApproval');
    await page.see(/Once one of them agrees, you can go on/);
    expect(await approvalsOf(cast)).toMatchObject([{ kind: 'service_level', wanted: 'managed' }]);
  },
);

screenTest(
  'hosting/settings/connection-form',
  ['hosting.updateProviderSettings'],
  'tells the only owner that no one could agree, and asks the other one before the limit is removed',
  async (cast) => {
    await connect(cast);
    const page = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await page.fill('Ask a second owner above', '50.00');
    await page.see(/You’re the only owner, so no one could agree\./);
    await page.send('Save settings', 'hosting.updateProviderSettings');
    await cast.app.join(cast.owner, 'owner');
    const again = await cast.open(cast.owner, '/dashboard/hosting/settings');
    await again.fill('Ask a second owner above', '');
    await again.press('Save settings');
    await again.see(/Another owner has to agree before the amount is raised or removed/);
    await again.send('Ask another owner', 'hosting.requestApproval');
    expect(await approvalsOf(cast)).toMatchObject([{ kind: 'limit', wanted: null, amount: null }]);
  },
);

screenTest(
  'hosting/queue/review-panel',
  ['hosting.createUpgradeQueue'],
  'leaves out of a review what another owner has to agree to, and orders the rest',
  async (cast) => {
    const { caller, other } = await prepare(cast);
    const { run_id } = await caller.call(hosting.startUpgradeRun, { serviceid: yearlyServer });
    await caller.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
    const asked = { kind: 'upgrade', serviceid: yearlyServer } as const;
    const { approval_id } = await caller.call(hosting.requestApproval, asked);
    await other.call(hosting.approveChange, { approval_id });
    const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
    await page.find('row', /mail-1.*Left out: another owner has to agree first/);
    await page.send('Place 1 order', 'hosting.createUpgradeQueue');
    const [queue] = (await cast.read(cast.owner, hosting.listUpgradeQueues, {})).queues;
    expect(queue?.runs.map((run) => run.run_id)).toEqual([run_id]);
  },
);
