import { expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { plans, type Run } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, minute } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const ordered = async () => {
  const runs: Run[] = [];
  for (const serviceid of await live.moreServers(3)) {
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid });
    const { version } = await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    runs.push(await live.call(hosting.orderUpgrade, { run_id, version }));
  }
  return runs;
};
const clockText = (at: number): string => new Date(at).toISOString().slice(11, 16);
/** Two hours in UTC that begin in an hour. */
const soon = () => {
  const from = live.app.clock.now() + hour;
  return { from: clockText(from), until: clockText(from + 2 * hour), time_zone: 'Etc/UTC' };
};
const reviewed = (runs: readonly Run[]) => runs.map(({ run_id, version }) => ({ run_id, version }));
const plan = (runs: readonly Run[], window: ReturnType<typeof soon> | null = soon()) =>
  live.call(hosting.planUpgradeStarts, { runs: reviewed(runs), window });
const openRuns = async () => (await live.call(hosting.listUpgradeRuns, { show: 'open', limit: 100 })).runs.toReversed();
const windows = async () => (await openRuns()).map((run) => run.apply_window !== null);

it('starts all paid upgrades in one window, and none before it', async () => {
  const runs = await ordered();
  live.payAll();
  const planned = await plan(runs);
  expect(planned.runs.map(({ run_id }) => run_id)).toEqual(runs.map(({ run_id }) => run_id));
  expect(planned.runs.map((run) => run.apply_window)).toMatchObject(runs.map(() => ({ time_zone: 'Etc/UTC' })));
  await live.advance();
  expect(live.calls('upgrade_server')).toBe(0);
  live.app.clock.advance(hour + minute);
  await live.advance();
  await live.advance();
  expect(live.calls('upgrade_server')).toBe(3);
});

it('cancels all planned starts, and records what was planned for all and for each', async () => {
  const runs = await ordered();
  live.payAll();
  const { from, until } = soon();
  const planned = await plan(runs);
  await plan(planned.runs, null);
  expect(await windows()).toEqual([false, false, false]);
  live.app.clock.advance(hour + minute);
  await live.advance();
  expect(live.calls('upgrade_server')).toBe(0);
  const rows = await auditRows(live.app, live.owner.person.tenantId);
  const details = rows
    .filter(({ action }) => action === 'planUpgradeStarts')
    .map((row) => JSON.parse(row.details ?? ''));
  expect(details).toEqual([{ runs: 3, from, until }, { runs: 3 }]);
  expect(rows.filter(({ action }) => action === 'setUpgradeWindow')).toHaveLength(3);
  expect(rows.filter(({ action }) => action === 'cancelUpgradeWindow')).toHaveLength(3);
});

it('plans none if one has changed, or may not start by itself', async () => {
  const runs = await ordered();
  const [first, ...others] = runs;
  if (!first) throw new Error('There is no run');
  const stale = await failsWith(plan([...others, { ...first, version: first.version - 1 }]), 'STATE_CONFLICT');
  expect(stale.reason).toBe('run_changed');
  for (const order of live.emulator.state.orders) if (order.serviceid === 20_003) order.total = 500;
  for (const { run_id } of runs) await live.check({ run_id });
  expect((await failsWith(plan(await openRuns()), 'STATE_CONFLICT')).reason).toBe('invoice_differs');
  expect((await failsWith(plan(await openRuns(), null), 'STATE_CONFLICT')).reason).toBe('no_window');
  expect(await windows()).toEqual([false, false, false]);
});

it('takes no window that is too short, and none for what another team has ordered', async () => {
  const runs = await ordered();
  await failsWith(plan(runs, { from: '02:00', until: '02:10', time_zone: 'Etc/UTC' }), 'VALIDATION_FAILED');
  const other = await live.otherTeam();
  const asked = { runs: reviewed(runs), window: { from: '02:00', until: '04:00' } };
  await failsWith(other.call(hosting.planUpgradeStarts, asked), 'NOT_FOUND');
  expect(await windows()).toEqual([false, false, false]);
});
