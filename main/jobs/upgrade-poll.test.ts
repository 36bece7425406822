import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHetznerService, offServer, types } from '#e2e/support/hetzner-service.ts';
import { createLiveService, monthlyServer, plans, sandboxOwner } from '#e2e/support/hosting.ts';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { day, second } from '#shared/rules/limits.ts';
import { advanceOpenRuns, createPollRounds } from '../services/hosting/advance-runs.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createUpgradePoll, type UpgradePoll } from './upgrade-poll.ts';

const { hosting } = contract;
/** For a busy machine. */
const patience = { timeout: 60_000 };

const live = perTest(() => createLiveService());
let poll: UpgradePoll;
beforeEach(async () => {
  poll = createUpgradePoll(live.app.service.context, () => 0.5);
});
afterEach(async () => {
  // A spy on a fake timer has to go first, or it would bring the fake back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  await poll.stop();
});

const stateOf = async (run_id: string) => (await live.owner.call(hosting.getUpgradeRun, { run_id })).state;
const uncertainOrder = async () => {
  const { run_id } = await live.owner.call(hosting.startUpgradeRun, { serviceid: monthlyServer });
  const { version } = await live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
  live.emulator.fail('timeout_after', { action: 'upgrade_instance' });
  return live.owner.call(hosting.orderUpgrade, { run_id, version });
};

/** Six servers with a paid upgrade, of the account that the test controls. */
const sixOpenRuns = async () => {
  const [first] = live.emulator.state.servers;
  if (!first) throw new Error('The emulator has no server');
  const ids = Array.from({ length: 6 }, (_, index) => 20_001 + index);
  live.emulator.state.servers.push(...ids.map((serviceid) => ({ ...structuredClone(first), serviceid })));
  await live.owner.call(hosting.syncServers, {});
  for (const id of ids) await live.owner.ordered(String(id));
};
const checkedAt = async (tenantId: string) => {
  const runs = await tablesOf(live.app.service.context.db.read)
    .selectFrom('upgrade_runs')
    .select('checked_at')
    .where('tenant_id', '=', tenantId)
    .execute();
  return runs.map(({ checked_at }) => checked_at);
};

describe('the upgrade poll', () => {
  it('runs at startup', async () => {
    const { run_id } = await uncertainOrder();
    poll.start();
    await expect.poll(() => stateOf(run_id)).toBe('awaiting_payment');
  });

  it('wakes up for a new run, and waits its 15 to 30 seconds', async () => {
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    poll.start();
    await live.owner.ordered();
    const waits = () => timeout.mock.calls.map(([, wait]) => wait).filter((wait) => (wait ?? 0) >= runTimesMs.poll);
    const expected = runTimesMs.poll + runTimesMs.pollJitter / 2;
    await expect.poll(waits).toContain(expected);
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

  it('looks every 3 seconds while a server may be off, and wakes up for a new run also after that', async () => {
    const hetzner = await closedAfterwards(createHetznerService());
    const own = createUpgradePoll(hetzner.app.service.context, () => 0.5);
    const changing = await hetzner.begin(await hetzner.chosen());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    const armed = () => timeout.mock.calls.filter(([, wait]) => wait === runTimesMs.pollChange).length;
    try {
      own.start();
      await vi.waitFor(() => expect(armed()).toBe(1), patience);
      const { is_open } = await hetzner.follow(changing, 8);
      expect([is_open, armed()]).toEqual([false, 1]);
      await vi.advanceTimersByTimeAsync(runTimesMs.pollChange);
      // Time for it to find that no run is open.
      for (let turn = 0; turn < 20; turn += 1) await hetzner.look(changing);
      await hetzner.begin(await hetzner.chosen(offServer, types.largest));
      await vi.waitFor(() => expect(armed()).toBe(2), patience);
    } finally {
      timeout.mockRestore();
      await own.stop();
    }
  });

  it("polls a team's run every 15 to 30 seconds while another team's provider never answers", async () => {
    await sixOpenRuns();
    const other = await sandboxOwner(live.app);
    await other.ordered();
    const answers = Promise.withResolvers<undefined>();
    for (const action of ['check_upgrade_order', 'get_instance']) live.interfere(action, () => answers.promise);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    const everyMs = runTimesMs.poll + runTimesMs.pollJitter / 2;
    const armed = () => timeout.mock.calls.filter(([, wait]) => wait === everyMs).length;
    try {
      poll.start();
      for (let round = 0; round < 8; round += 1) {
        await vi.waitFor(
          async () => expect(await checkedAt(other.person.tenantId)).toEqual([live.app.clock.now()]),
          patience,
        );
        // The poll sets its timer after reading whether any run is open.
        await vi.waitFor(() => expect(armed()).toBeGreaterThan(round), patience);
        live.app.clock.advance(runTimesMs.pollInvoice);
        await vi.advanceTimersByTimeAsync(everyMs);
      }
    } finally {
      // Before the real timers return: otherwise it would restore the fake one.
      timeout.mockRestore();
      answers.resolve(undefined);
    }
    expect(live.calls('check_upgrade_order') + live.calls('get_instance')).toBeGreaterThan(0);
  });

  it('waits for polls of earlier rounds when it stops', async () => {
    await live.owner.ordered();
    const answer = Promise.withResolvers<undefined>();
    const asked = vi.fn<() => Promise<undefined>>(() => answer.promise);
    live.interfere('check_upgrade_order', asked);
    poll.start();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), patience);
    live.app.clock.advance(second);
    const stopped = poll.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, nextTurn('waiting')])).toBe('waiting');
    answer.resolve(undefined);
    await stopped;
    expect(await checkedAt(live.owner.person.tenantId)).toEqual([live.app.clock.now()]);
  });

  it('asks about an invoice every other minute, about what moves in each round, and at once after a change', async () => {
    const paid = await live.owner.paid();
    const rounds = createPollRounds();
    const asked = () => live.calls('get_instance');
    const polls = async (count: number, everyMs: number): Promise<number> => {
      const before = asked();
      for (let round = 0; round < count; round += 1) {
        await advanceOpenRuns(live.app.service.context, undefined, rounds);
        live.app.clock.advance(everyMs);
      }
      return asked() - before;
    };
    expect(await polls(16, runTimesMs.poll)).toBe(2);
    live.emulator.state.settings.resize_delay = day;
    await live.owner.call(hosting.upgradeServer, { serviceid: paid.serviceid });
    expect(await polls(16, runTimesMs.poll)).toBe(16);
  });

  it("begins no more of a team's runs after half a minute, and goes on with them in the next round", async () => {
    await sixOpenRuns();
    const asked: (string | null)[] = [];
    live.interfere('check_upgrade_order', (_real, form) => {
      asked.push(form.get('serviceid'));
      live.app.clock.advance(runTimesMs.round / 2);
      return undefined;
    });
    const rounds = createPollRounds();
    for (let round = 0; round < 4; round += 1) {
      await advanceOpenRuns(live.app.service.context, undefined, rounds);
      live.app.clock.advance(runTimesMs.pollInvoice);
    }
    expect(asked).toEqual(['20001', '20002', '20003', '20004', '20005', '20006', '20001', '20002']);
  });
});
