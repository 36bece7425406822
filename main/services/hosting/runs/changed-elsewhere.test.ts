import { describe, expect, it } from 'vitest';
import { monthlyServer, plans, type Run } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { advanceOpenRuns } from '../advance-runs.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());
describe('an upgrade that others decide', () => {
  it('sends no default for a server that no longer waits, and lets its owner report the end', async () => {
    const other = await live.otherTeam();
    await other.resized();
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    const run = await live.call(hosting.setUpgradeDefault, { run_id, decision: 'confirm' });
    expect(run.state).toBe('resized');
    await other.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
    const confirmed = live.calls('confirm_upgrade');
    live.app.clock.advance(runTimesMs.decide);
    await advanceOpenRuns(live.app.service.context);
    await advanceOpenRuns(live.app.service.context);
    expect(live.calls('confirm_upgrade')).toBe(confirmed);
    await live.signInAgain();
    const current = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(current).toMatchObject({ state: 'resized', problem: { reason: 'decided_elsewhere' } });
    expect((await live.report(run, 'confirmed')).state).toBe('confirmed');
  });

  it('does not send a refused default again', async () => {
    const { run_id } = await live.owner.resized();
    await live.call(hosting.setUpgradeDefault, { run_id, decision: 'confirm' });
    live.interfere('confirm_upgrade', () => [{ result: 'error', message: 'Not now.' }]);
    let sent = 0;
    live.interfere('confirm_upgrade', () => {
      sent += 1;
      return [{ result: 'error', message: 'Not now.' }];
    });
    live.app.clock.advance(runTimesMs.decide);
    for (let turn = 0; turn < 5; turn += 1) await advanceOpenRuns(live.app.service.context);
    expect(sent).toBe(1);
  });
});

describe('an order that someone else places', () => {
  const isAdopted = async (run: Run): Promise<void> => {
    expect(run).toMatchObject({ state: 'awaiting_payment', plan: null, cost_after: null });
    expect(run.problem?.reason).toBe('order_replaced');
  };

  it('after our own was lost is not taken for ours', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await live.order(await live.chosen());
    await (await live.otherTeam()).ordered(monthlyServer, plans.larger);
    await isAdopted(await live.check(ordered));
  });

  it('in place of ours is shown as another', async () => {
    const run = await live.owner.ordered();
    live.emulator.cancelOrder(Number(monthlyServer));
    await (await live.otherTeam()).ordered(monthlyServer, plans.larger);
    const seen = await live.check(run);
    await isAdopted(seen);
    expect(seen.order?.id).not.toBe(run.order?.id);
  });
});

it('an invoice with another amount is shown with that amount, and asks for attention', async () => {
  const run = await live.owner.ordered();
  const [sold] = live.emulator.state.orders;
  if (sold) sold.total += 1_500;
  const seen = await live.check(run);
  expect(seen).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'invoice_changed' } });
  expect(Number(seen.order?.total)).toBeCloseTo(Number(run.order?.total) + 15, 2);
  expect(seen.plan).toEqual(run.plan);
});
