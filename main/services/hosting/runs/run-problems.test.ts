import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans, sandboxOwner } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const attention = async () =>
  (await live.owner.call(hosting.listUpgradeRuns, { show: 'attention' })).runs.map(({ run_id }) => run_id);

describe('the problem of a run', () => {
  it('stays after the next check if the provider refused a step', async () => {
    const run = await live.owner.ordered();
    await failsWith(live.owner.call(hosting.upgradeServer, { serviceid: monthlyServer }), 'PROVIDER_REJECTED');
    const checked = await live.owner.check(run);
    expect(checked).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'refused' } });
    expect((await live.owner.check(run)).problem).toEqual(checked.problem);
  });

  it('stays after the next check if an answer was lost, and asks for attention', async () => {
    const run = await live.owner.paid();
    live.emulator.fail('timeout_before', { action: 'upgrade_server' });
    await live.owner.call(hosting.upgradeServer, { serviceid: monthlyServer });
    live.app.clock.advance(runTimesMs.settle);
    await live.owner.check(run);
    live.app.clock.advance(runTimesMs.agree);
    expect(await live.owner.check(run)).toMatchObject({ problem: { reason: 'interrupted' } });
    expect(await live.owner.check(run)).toMatchObject({ problem: { reason: 'interrupted' } });
  });

  it('goes with the next check if the provider was out of reach', async () => {
    const run = await live.owner.ordered();
    live.emulator.fail('not_authorized_403', { times: 1 });
    expect(await live.owner.check(run)).toMatchObject({ problem: { reason: 'not_authorized' } });
    expect((await live.owner.check(run)).problem).toBeNull();
  });

  it('puts an open run on the list of those that need attention', async () => {
    const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const { version } = await live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    expect(await attention()).toEqual([]);
    live.emulator.fail('hourly_disabled', { action: 'upgrade_instance' });
    await failsWith(live.owner.call(hosting.orderUpgrade, { run_id, version }), 'PROVIDER_REJECTED');
    expect(await attention()).toEqual([run_id]);
    await live.owner.call(hosting.markUpgradeRunSeen, { run_id });
    expect(await attention()).toEqual([]);
  });
});

describe('an upgrade that was ordered elsewhere', () => {
  it('lets no one begin another while the server is being upgraded', async () => {
    await (await live.otherTeam()).applied();
    const { refusal } = await failsWith(
      live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer }),
      'STATE_CONFLICT',
    );
    expect(refusal).toBe('being_upgraded');
    expect((await live.owner.call(hosting.listUpgradeRuns, {})).total).toBe(0);
  });

  it('is priced once it is confirmed', async () => {
    const other = await live.otherTeam();
    await other.ordered();
    const run = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(run).toMatchObject({ state: 'awaiting_payment', plan: null, cost_after: null });
    await live.pay(run);
    await live.owner.call(hosting.upgradeServer, { serviceid: monthlyServer, accept_total: run.order?.total ?? '' });
    live.app.clock.advance(30 * second);
    expect((await live.owner.check(run)).state).toBe('resized');
    await live.call(hosting.setUpgradeDefault, { run_id: run.run_id, decision: 'confirm' });
    live.app.clock.advance(runTimesMs.decide);
    await advanceOpenRuns(live.app.service.context);
    await live.signInAgain();
    const ended = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(ended.state).toBe('confirmed');
    const server = await live.call(hosting.getServer, { serviceid: monthlyServer });
    expect(server.approximate_cost).not.toBe(ended.cost_before);
    expect(server.cost_source).toBe('price_list');
  });
});

it('a reset of the sandbox deletes nothing once the account is live', async () => {
  const owner = await sandboxOwner(live.app);
  const { db } = live.app.service.context;
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (scope, work) => {
    await tablesOf(db.write)
      .updateTable('provider_settings')
      .set({ mode: 'live' })
      .where('tenant_id', '=', owner.person.tenantId)
      .execute();
    return transaction(scope, work);
  });
  await failsWith(owner.call(hosting.resetSandbox, {}), 'SANDBOX_ONLY');
  const rows = await tablesOf(db.read)
    .selectFrom('vps_instances')
    .select('service_id')
    .where('tenant_id', '=', owner.person.tenantId)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
});
