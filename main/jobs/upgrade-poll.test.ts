import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveService, type LiveService, monthlyServer, plans } from '#e2e/fixtures/hosting.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/hosting.ts';
import { createUpgradePoll, type UpgradePoll } from './upgrade-poll.ts';

const { hosting } = contract;

let live: LiveService;
let poll: UpgradePoll;
beforeEach(async () => {
  live = await createLiveService();
  poll = createUpgradePoll(live.app.service.context, () => 0.5);
});
afterEach(async () => {
  vi.useRealTimers();
  await poll.stop();
  await live.app.close();
});

const stateOf = async (run_id: string) => (await live.owner.call(hosting.getUpgradeRun, { run_id })).state;
const uncertainOrder = async () => {
  const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  const { version } = await live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
  live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
  return live.owner.call(hosting.orderUpgrade, { run_id, version });
};

describe('the upgrade poll', () => {
  it('runs at startup', async () => {
    const { run_id } = await uncertainOrder();
    poll.start();
    await vi.waitFor(async () => expect(await stateOf(run_id)).toBe('awaiting_payment'));
  });

  it('wakes up for a new run, and waits its 15 to 30 seconds', async () => {
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    poll.start();
    await live.owner.ordered();
    const waits = () => timeout.mock.calls.map(([, wait]) => wait).filter((wait) => (wait ?? 0) >= runTimesMs.poll);
    const expected = runTimesMs.poll + runTimesMs.pollJitter / 2;
    await vi.waitFor(() => expect(waits()).toContain(expected));
    expect([runTimesMs.poll, runTimesMs.poll + runTimesMs.pollJitter]).toEqual([15_000, 30_000]);
    timeout.mockRestore();
  });

  it('polls nothing while no run is open, or after it was stopped', async () => {
    const asked = () => Object.values(live.emulator.state.calls).reduce((sum, count) => sum + count, 0);
    const before = asked();
    poll.start();
    await poll.stop();
    await live.owner.ordered();
    const after = asked();
    expect(after).toBeGreaterThan(before);
    await poll.stop();
    expect(asked()).toBe(after);
  });
});
