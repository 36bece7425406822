import { describe, expect, it } from 'vitest';
import { createLiveService, plans } from '#e2e/support/hosting.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createVirtualTime } from '#e2e/support/virtual-time.ts';
import { patienceMs } from '#main/provider/connections.ts';
import { contract } from '#shared/contract/index.ts';
import { statusOf } from '#shared/contract/operation.ts';
import { second } from '#shared/rules/limits.ts';

const { hosting } = contract;

/** A live account with servers, whose provider takes so long for each answer. */
const account = async (count: number, answerMs: number) => {
  const time = createVirtualTime();
  const live = await closedAfterwards(createLiveService({}, time));
  const { app, emulator, owner } = live;
  const [first] = emulator.state.servers;
  if (!first) throw new Error('The emulator has no server');
  const ids = Array.from({ length: count }, (_, index) => 20_001 + index);
  emulator.state.servers.push(...ids.map((serviceid) => ({ ...structuredClone(first), serviceid })));
  await owner.call(hosting.syncServers, {});
  const handle = emulator.handle.bind(emulator);
  emulator.handle = async (request) => {
    await time.sleep(answerMs);
    return handle(request);
  };
  const { db } = app.service.context;
  const queues = () => [db.writerUsage(), db.readerUsage()];
  const stillness = {
    activity: () => queues().reduce((sum, { admitted }) => sum + admitted, 0),
    isBusy: () => queues().some(({ held, waiting }) => held + waiting > 0),
  };
  return { live, ids: ids.map(String), run: (isOver: () => boolean) => time.run(app.clock, stillness, isOver) };
};

/** What a promise came to, once it did. */
const watched = <Value>(promise: Promise<Value>): { outcome?: Value | Error } => {
  const seen: { outcome?: Value | Error } = {};
  promise.then(
    (value) => {
      seen.outcome = value;
    },
    (error: Error) => {
      seen.outcome = error;
    },
  );
  return seen;
};

describe.each([5, 2_500, 20_000])('with a provider that takes %i ms for an answer', (answerMs) => {
  it.each([1, 5, 60])('%i upgrades at once all end in orders, and a click meanwhile is answered', async (count) => {
    const { live, ids, run } = await account(count + 1, answerMs);
    const { app, owner, emulator } = live;
    const [clicked = '', ...others] = ids;
    const upgrades = others.map((serviceid) =>
      watched(owner.call(hosting.upgradeInstance, { serviceid, rid: plans.next })),
    );
    // By then, whoever asked for an upgrade has been answered, and the rest goes on.
    const busyAt = app.clock.now() + patienceMs + second;
    await run(() => app.clock.now() >= busyAt || upgrades.every(({ outcome }) => outcome !== undefined));
    const asked = app.clock.now();
    const click = watched(owner.call(hosting.startUpgradeRun, { serviceid: clicked }));
    await run(() => click.outcome !== undefined);
    expect(click.outcome).toMatchObject({ state: 'choosing' });
    // It asks for the server and its order at the same time.
    expect(app.clock.now() - asked).toBeLessThanOrEqual(answerMs + second);

    await run(() => emulator.state.orders.length === count && upgrades.every(({ outcome }) => outcome !== undefined));
    for (const { outcome } of upgrades) {
      expect([200, 202]).toContain(statusOf(hosting.upgradeInstance, outcome));
      expect(outcome).not.toBeInstanceOf(Error);
    }
    expect(live.calls('upgrade_instance')).toBe(count);
    const { context } = app.service;
    let isDrained = false;
    void context.inFlight.drain().then(() => {
      isDrained = true;
    });
    await run(() => isDrained);
    const { runs } = await owner.call(hosting.listUpgradeRuns, { limit: 100 });
    const ordered = runs.filter(({ state }) => state === 'awaiting_payment');
    expect(ordered).toHaveLength(count);
    expect(ordered.map(({ problem }) => problem)).toEqual(ordered.map(() => null));
  });
});
