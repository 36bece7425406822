import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());
describe('an order that the provider hides once it is paid', () => {
  beforeEach(() => {
    live.emulator.state.settings.shows_paid_orders = false;
  });
  /** Credit on the account pays an order at once. */
  const payWithCredit = () =>
    live.interfere('upgrade_instance', async (real) => {
      const answer = (await (await real()).json()) as object[];
      live.payAll();
      return [{ result: 'success', action: 'Invoice Paid', message: 'Paid.' }, ...answer];
    });

  it('is never ordered again after its call was accepted, and can be applied', async () => {
    payWithCredit();
    const ordered = await live.order(await live.chosen());
    expect(ordered).toMatchObject({ state: 'awaiting_payment', order: null, order_missing: true });
    expect((await live.wait(ordered, runTimesMs.settle + minute)).state).toBe('awaiting_payment');
    expect(ordered.refused).toMatchObject({ order: 'order_exists', cancel: 'order_unclear' });
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
    expect((await live.wait(ordered, minute)).state).toBe('resized');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('is never ordered again after its answer was lost, and can be applied by report', async () => {
    live.interfere('upgrade_instance', async (real) => {
      await real();
      live.payAll();
      return new Response('', { status: 502 });
    });
    const ordered = await live.order(await live.chosen());
    expect(ordered.state).toBe('ordering');
    await live.wait(ordered, runTimesMs.settle);
    const unclear = await live.wait(ordered, 10 * minute);
    expect(unclear).toMatchObject({ state: 'ordering', problem: { reason: 'order_unclear' } });
    expect((await live.report(ordered, 'paid')).state).toBe('resizing');
    expect((await live.wait(ordered, minute)).state).toBe('resized');
    expect([live.calls('upgrade_instance'), live.emulator.state.orders.length]).toEqual([1, 1]);
  });

  it('cannot be cancelled as if nothing were ordered', async () => {
    const run = await live.owner.paid();
    expect(await live.check(run)).toMatchObject({ order_missing: true });
    const { refusal } = await failsWith(live.call(hosting.cancelUpgradeRun, { run_id: run.run_id }), 'STATE_CONFLICT');
    expect(refusal).toBe('order_unclear');
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
  });

  it('can be applied from a new run, although none shows there', async () => {
    const run = await live.owner.paid();
    await live.call(hosting.closeUpgradeRun, { run_id: run.run_id, understood: true });
    const next = await live.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
    expect(next.state).toBe('choosing');
    expect((await live.report(next, 'paid')).state).toBe('resizing');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('is proven by the sizes that the server waits for', async () => {
    live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
    live.emulator.fail('empty', { action: 'check_upgrade_order' });
    const ordered = await live.order(
      await live.chosen().then((run) => {
        live.emulator.settle();
        return run;
      }),
    );
    live.interfere('check_upgrade_order', () => ({ success: [] }));
    expect(await live.check(ordered)).toMatchObject({ state: 'awaiting_payment', order_missing: true });
  });
});

describe('a report', () => {
  it('is written to the audit log with its finding', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const ordered = await live.order(await live.chosen());
    live.app.clock.advance(runTimesMs.settle);
    await live.report(ordered, 'no_order');
    const rows = await auditRows(live.app, live.owner.person.tenantId);
    const [row] = rows.filter(({ action }) => action === 'reportUpgradeFinding');
    expect(JSON.parse(row?.details ?? '{}')).toMatchObject({
      event: 'no_order_reported',
      from: 'ordering',
      to: 'choosing',
    });
  });

  it('is about the run as it was seen', async () => {
    live.emulator.fail('timeout_before', { action: 'upgrade_instance' });
    const { run_id, version } = await live.order(await live.chosen());
    live.app.clock.advance(runTimesMs.settle);
    const input = { run_id, version: version - 1, finding: 'no_order', understood: true } as const;
    expect((await failsWith(live.call(hosting.reportUpgradeFinding, input), 'STATE_CONFLICT')).reason).toBe(
      'run_changed',
    );
  });

  it('of a paid order that the provider denies leads to where it can be taken back', async () => {
    const run = await live.chosen();
    await failsWith(live.report(run, 'paid'), 'PROVIDER_REJECTED');
    const seen = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(seen).toMatchObject({ state: 'awaiting_payment', order_missing: true, problem: { reason: 'refused' } });
    expect(await live.report(run, 'no_order')).toMatchObject({ state: 'choosing' });
  });
});

describe('an answer about orders in words that no one knows', () => {
  beforeEach(() => {
    live.interfere('check_upgrade_order', () => [{ result: 'error', message: 'Zero upgrade requests outstanding' }]);
  });

  it('orders nothing until an owner has checked', async () => {
    const run = await live.chosen();
    await failsWith(live.order(run), 'PROVIDER_REJECTED');
    const seen = await live.call(hosting.getUpgradeRun, { run_id: run.run_id });
    expect(seen).toMatchObject({ state: 'choosing', problem: { reason: 'order_unclear' } });
    expect(seen.problem?.message).toContain('Zero upgrade requests');
    expect(live.calls('upgrade_instance')).toBe(0);
    expect((await live.order(await live.report(run, 'no_order'))).state).toBe('awaiting_payment');
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('does not keep the server from being seen', async () => {
    const run = await live.order(await live.chosen().then((first) => live.report(first, 'no_order')));
    live.payAll();
    await live.call(hosting.upgradeServer, { serviceid: monthlyServer });
    expect((await live.wait(run, minute)).state).toBe('resized');
  });
});
