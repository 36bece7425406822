import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { minute } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());
describe('a status other than ACTIVE and RESIZED', () => {
  it.each(['SHUTOFF', 'REBOOT', 'SUSPENDED', 'PAUSED', 'ERROR', 'RESCUE'])(
    'is a fact about the server, not about the run: %s',
    async (status) => {
      const run = await live.owner.ordered();
      const stop = live.showServer({ status });
      expect((await live.check(run)).state).toBe('awaiting_payment');
      expect((await live.call(hosting.getServer, { serviceid: monthlyServer })).status).toBe(status);
      stop();
      await live.pay(run);
      expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
    },
  );

  it('does not keep anyone from starting, unless the server is being resized', async () => {
    const stop = live.showServer({ status: 'SHUTOFF' });
    expect((await live.chosen()).state).toBe('choosing');
    stop();
  });

  it.each([
    [{ is_suspended: 1 }, 'server_suspended'],
    [{ locked: 1 }, 'server_locked'],
    [{ task_state: 'resize_migrating' }, 'server_not_active'],
  ])('keeps one from starting with %j', async (shown, reason) => {
    live.showServer(shown);
    const refused = await failsWith(live.call(hosting.startUpgradeRun, { serviceid: monthlyServer }), 'STATE_CONFLICT');
    expect(refused.reason).toBe(reason);
  });
});

describe('an upgrade that does not happen', () => {
  it('can be applied again once the server runs at its old size', async () => {
    const run = await live.owner.applied();
    const server = live.server();
    const [sold] = live.emulator.state.orders;
    Object.assign(server, { status: 'ACTIVE', upgrade: null });
    if (sold) sold.status = 'paid';
    expect((await live.wait(run, runTimesMs.settle)).state).toBe('resizing');
    const back = await live.wait(run, runTimesMs.agree);
    expect(back).toMatchObject({ state: 'awaiting_payment', problem: { reason: 'not_upgraded' } });
    expect((await live.call(hosting.upgradeServer, { serviceid: monthlyServer })).state).toBe('resizing');
  });

  it('can be reported as reverted', async () => {
    const run = await live.owner.applied();
    Object.assign(live.server(), { status: 'ACTIVE', upgrade: null });
    await live.wait(run, runTimesMs.settle);
    await live.wait(run, runTimesMs.agree);
    expect(await live.report(run, 'reverted')).toMatchObject({ state: 'reverted', is_open: false });
  });

  it('asks for attention while the provider reports an error', async () => {
    const run = await live.owner.applied();
    live.showServer({ status: 'ERROR' });
    const seen = await live.wait(run, runTimesMs.settle);
    expect(seen).toMatchObject({ state: 'resizing', problem: { reason: 'server_error' }, needs_attention: true });
  });
});

describe('one look that may be stale', () => {
  const showOldServer = () => live.showServer({ status: 'ACTIVE', ram: 2_048, cpu: 1, disk: 50 });

  it('does not revert an upgrade that waits for a decision', async () => {
    const run = await live.owner.resized();
    const stop = showOldServer();
    expect((await live.check(run)).state).toBe('resized');
    stop();
    expect((await live.wait(run, runTimesMs.agree)).state).toBe('resized');
    expect((await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirmed');
  });

  it('never contradicts an accepted confirmation, however long it lags', async () => {
    const run = await live.owner.resized();
    const stop = showOldServer();
    expect((await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirming');
    await live.wait(run, 3 * minute);
    expect(await live.wait(run, 3 * minute)).toMatchObject({ state: 'confirming', problem: { reason: 'not_shown' } });
    stop();
    expect((await live.check(run)).state).toBe('confirmed');
  });
});

it('a confirmed upgrade ends although the provider counts a size in another unit', async () => {
  const run = await live.owner.resized();
  live.showServer({ bandwidth: 2_000 });
  expect((await live.call(hosting.confirmUpgrade, { serviceid: monthlyServer })).state).toBe('confirmed');
  expect(run.state).toBe('resized');
});

describe('a change of the billing cycle', () => {
  it('that takes effect later is not reported as failed, and can be reported as made', async () => {
    live.interfere('change_billing_cycle', () => [
      { result: 'success', action: 'Change Billing Cycle', message: 'Service has been upgraded!' },
    ]);
    const run = await live.call(hosting.changeBillingCycle, { serviceid: monthlyServer, billingcycle: 'annually' });
    await live.wait(run, runTimesMs.settle);
    const seen = await live.wait(run, runTimesMs.agree);
    expect(seen).toMatchObject({ state: 'changing', problem: { reason: 'not_shown' } });
    expect((await live.report(run, 'changed')).state).toBe('changed');
  });
});

it('a service level is not changed by a success that names neither action nor message', async () => {
  live.interfere('upgrade_to_managed', () => [{ result: 'success' }]);
  const run = await live.call(hosting.upgradeToManaged, { serviceid: monthlyServer });
  expect(run.state).toBe('changing');
  live.app.clock.advance(runTimesMs.settle);
  expect(await live.report(run, 'unchanged')).toMatchObject({ state: 'failed' });
  expect((await live.call(hosting.getServer, { serviceid: monthlyServer })).managed).not.toBe(true);
});
