import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer, plans, sandboxOwner, yearlyServer } from '#e2e/support/hosting.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { storedText } from '#e2e/support/stored-text.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../../storage/database/tables.ts';
import type { RunChange } from '../../../storage/store/hosting/upgrade-runs.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => sandboxOwner(app));

const damage = (runId: string, change: Pick<RunChange, 'plan' | 'problem' | 'provider_order'>) =>
  tablesOf(app.service.context.db.write).updateTable('upgrade_runs').set(change).where('id', '=', runId).execute();
const oldPlan = storedText<'upgrade_runs.plan'>(
  JSON.stringify({ rid: plans.next, name: 'A plan of an older release' }),
);

describe('a run whose stored values no longer fit', () => {
  it('is listed with the others, without what cannot be read', async () => {
    const damaged = await owner.ordered(monthlyServer);
    const sound = await owner.ordered(yearlyServer, plans.largest);
    await damage(damaged.run_id, { plan: oldPlan, provider_order: storedText('{}'), problem: storedText('broken') });
    const { runs } = await owner.call(hosting.listUpgradeRuns, {});
    const byId = new Map(runs.map((run) => [run.run_id, run]));
    expect(byId.get(sound.run_id)?.plan).toEqual(sound.plan);
    expect(byId.get(damaged.run_id)).toMatchObject({ plan: null, order: null, problem: null });
  });

  it('is not decided on, and does not hold up other runs', async () => {
    const damaged = await owner.applied(monthlyServer);
    const sound = await owner.applied(yearlyServer, plans.largest);
    await damage(damaged.run_id, { plan: oldPlan });
    app.clock.advance(30 * second);
    await advanceOpenRuns(app.service.context);
    const stateOf = async (runId: string) => (await owner.call(hosting.getUpgradeRun, { run_id: runId })).state;
    expect(await stateOf(damaged.run_id)).toBe('resizing');
    expect(await stateOf(sound.run_id)).toBe('resized');
    const message = expect.stringContaining(`upgrade_runs.plan of ${damaged.run_id} can't be read`);
    await expect(owner.check(damaged)).rejects.toMatchObject({ key: 'INTERNAL', cause: { message } });
  });

  it('can choose its plan again while nothing is ordered', async () => {
    const { run_id } = await owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const { version } = await owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    await damage(run_id, { plan: oldPlan });
    await failsWith(owner.call(hosting.orderUpgrade, { run_id, version }), 'STATE_CONFLICT');
    const chosen = await owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
    expect(chosen.plan).toMatchObject({ rid: plans.next });
  });
});

describe('a server whose stored sizes no longer fit', () => {
  it('is listed with unknown sizes until the next sync', async () => {
    const { db } = app.service.context;
    const unreadable = { sizes: storedText<'sizes'>('[]') };
    await tablesOf(db.write)
      .updateTable('vps_instances')
      .set(unreadable)
      .where('service_id', '=', monthlyServer)
      .execute();
    const sizes = async () => (await owner.call(hosting.getServer, { serviceid: monthlyServer })).sizes;
    expect(await sizes()).toEqual({ cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null });
    expect((await owner.call(hosting.listServers, {})).servers).not.toHaveLength(0);
    await owner.call(hosting.syncServers, {});
    expect((await sizes()).cpu).toBeGreaterThan(0);
  });
});
