import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { hostingCaller, liveSettings, monthlyServer, plans, type Run } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { type QueueAction, queueActions } from '#shared/flows/upgrade-queue.ts';
import { AppError } from '#shared/texts/errors.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());

const preview = (action: QueueAction, runs: readonly Pick<Run, 'run_id'>[]) =>
  live.call(hosting.previewUpgradeQueue, { action, run_ids: runs.map(({ run_id }) => run_id).join(',') });

/** What becomes of a queue: why it is refused or stopped, or undefined if it goes on. */
const attempt = async (action: QueueAction, runs: readonly Pick<Run, 'run_id' | 'version'>[]) => {
  const reviewed = runs.map(({ run_id, version }) => ({ run_id, version }));
  try {
    const { queue_id } = await live.call(hosting.createUpgradeQueue, { action, runs: reviewed });
    await live.advance();
    return (await live.call(hosting.getUpgradeQueue, { queue_id })).problem?.reason;
  } catch (error) {
    if (error instanceof AppError) return error.details.reason;
    throw error;
  }
};

/** Servers with a plan that isn't ordered yet. */
const chosen = async (count: number): Promise<Run[]> => {
  const runs: Run[] = [];
  for (const serviceid of await live.moreServers(count)) {
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid });
    runs.push(await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next }));
  }
  return runs;
};

const settings = (changes: object) =>
  live.call(hosting.updateProviderSettings, { mode: liveSettings.mode, ...changes });

describe('a preview of a queue', () => {
  it('says what it costs, changes nothing, and gives what to send', async () => {
    const runs = await chosen(3);
    const before = await live.call(hosting.listUpgradeRuns, { show: 'open', limit: 100 });
    const asked = live.calls('check_upgrade_order');
    const seen = await preview('order', runs);
    expect(seen.queue).toEqual({ ok: true });
    expect(seen.results).toEqual(
      runs.map(({ run_id, version, serviceid, server_label, plan }) => ({
        run_id,
        version,
        serviceid,
        server_label,
        amount: plan?.now_estimate,
        ok: true,
      })),
    );
    const sum = (values: readonly string[]) => fromMinor(values.reduce((total, value) => total + toMinor(value), 0));
    expect(seen.amount).toBe(sum(runs.map(({ plan }) => plan?.now_estimate ?? 'unknown')));
    expect(toMinor(seen.delta_monthly)).toBe(
      runs.reduce((total, run) => total + toMinor(run.cost_after ?? '0.00') - toMinor(run.cost_before), 0),
    );
    expect(await live.call(hosting.listUpgradeRuns, { show: 'open', limit: 100 })).toEqual(before);
    expect(live.calls('check_upgrade_order')).toBe(asked);

    expect(await attempt('order', seen.results)).toBeUndefined();
    expect(live.calls('upgrade_instance')).toBe(3);
  });

  it.each([
    ['a budget', 'over_budget', () => settings({ monthly_budget: '1.00' })],
    [
      'a queue that is open',
      'queue_open',
      async () => {
        const [other] = await chosen(1);
        await live.call(hosting.createUpgradeQueue, {
          runs: [{ run_id: other?.run_id ?? '', version: other?.version ?? 0 }],
        });
      },
    ],
  ])('knows that %s refuses it, as creating it does', async (_, reason, prepare) => {
    const run = await live.chosen();
    await prepare();
    const seen = await preview('order', [run]);
    expect(seen).toMatchObject({ queue: { ok: false, code: 'STATE_CONFLICT', reason }, results: [{ ok: true }] });
    expect(await attempt('order', [run])).toBe(reason);
  });

  it('knows that one would stop it for lack of approval, and sums up the others', async () => {
    const app = live.app;
    hostingCaller(app, await app.join(live.owner.person, 'owner', 'second@example.com'), live.pay);
    const run = await live.chosen();
    await settings({ approval_limit: '0.50' });
    const seen = await preview('order', [run]);
    expect(seen).toMatchObject({
      queue: { ok: true },
      results: [{ ok: false, reason: 'approval_needed' }],
      amount: '0.00',
      delta_monthly: '0.00',
    });
    expect(await attempt('order', [run])).toBe('approval_needed');
  });

  it.each(
    queueActions.flatMap((action) =>
      Object.entries({
        'without a plan': () => live.call(hosting.startUpgradeRun, { serviceid: monthlyServer }),
        'with a plan': () => live.chosen(),
        'that is ordered': async () => live.order(await live.chosen()),
        'that costs something else': async () => {
          const run = await live.order(await live.chosen());
          const [order] = live.emulator.state.orders;
          if (!order) throw new Error('There is no order');
          order.total = 500;
          return live.check(run);
        },
      }).map(([state, prepare]) => [action, state, prepare] as const),
    ),
  )('knows what %s says to an upgrade %s', async (action, _, prepare) => {
    const run = await prepare();
    const [seen] = (await preview(action, [run])).results;
    expect(seen?.ok ? undefined : seen?.reason).toBe(await attempt(action, [run]));
  });

  it('finds no upgrade of another organization', async () => {
    const run = await live.chosen();
    const other = await live.otherTeam();
    await failsWith(other.call(hosting.previewUpgradeQueue, { run_ids: run.run_id }), 'NOT_FOUND');
  });
});
