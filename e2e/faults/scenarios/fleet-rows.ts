import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import { queueOf, until } from './queue-rows.ts';
import type { Scenario } from './scenario.ts';
import { Refused, type Run, type World } from './world.ts';

const { hosting } = contract;

/** A server's number, which follows none of the others. */
const numberOf = ({ server }: World, index: number): number => server.serviceid + 100_000 + index * 1_000;

/** The world's server and others, each with the plan that its upgrade is about. */
const chosenFleet = async (world: World, count: number): Promise<Run[]> => {
  for (let index = 1; index < count; index += 1) world.account.addServer(numberOf(world, index));
  await world.call(hosting.syncServers, {});
  const { servers } = await world.call(hosting.listServers, { limit: 100 });
  const runs: Run[] = [];
  for (const { serviceid } of servers) {
    const { run_id } = await world.call(hosting.startUpgradeRun, { serviceid });
    runs.push(await world.call(hosting.chooseUpgradePlan, { run_id, rid: 102 }));
  }
  return runs;
};

/** Each server has exactly one order. */
const assertOneEach = ({ account }: World, count: number): void => {
  const servers = account.orders.map(({ serviceid }) => serviceid);
  assert.deepEqual([servers.length, new Set(servers).size], [count, count], 'not one order for each server');
};

/** Every answer of the provider takes so long, by the test's clock. */
const slowDown = (world: World, seconds: number): void =>
  world.provider.beforeEach(async (_action, when) => {
    if (when === 'before') await world.program.advance(seconds);
  });

/** The price is the same as the one before, with tax on it. */
const addTax = (world: World, percent: number): void =>
  world.provider.shape('check_upgrade_order', (real) => {
    const answer = real() as { success?: { total?: unknown } };
    const { success } = answer;
    if (!success) return answer;
    return { success: { ...success, total: (Number(success.total) * (1 + percent / 100)).toFixed(2) } };
  });

/** Many servers, and a provider that takes its time. */
export const fleetRows: readonly Scenario[] = [
  {
    name: 'fleet: five upgrades at once',
    async play(world) {
      const runs = await chosenFleet(world, 5);
      await Promise.all(runs.map(({ run_id, version }) => world.call(hosting.orderUpgrade, { run_id, version })));
      assertOneEach(world, 5);
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'fleet: a queue of forty',
    async play(world) {
      const runs = await chosenFleet(world, 40);
      await world.call(hosting.createUpgradeQueue, { runs: runs.map(({ run_id, version }) => ({ run_id, version })) });
      await until(async () => (await queueOf(world))?.state !== 'running', 'the end of the queue');
      assert.equal((await queueOf(world))?.state, 'done');
      assertOneEach(world, 40);
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
    isSlow: true,
  },
  ...[4, 9, 20].map(
    (seconds): Scenario => ({
      name: `fleet: each answer takes ${seconds} seconds`,
      async play(world) {
        slowDown(world, seconds);
        await world.ordered();
        await until(async () => (await world.latest())?.state === 'awaiting_payment', 'the order');
      },
      expect: 'awaiting_payment',
      end: 'confirmed',
      isSlow: true,
    }),
  ),
  {
    name: 'fleet: tax that was agreed to once is expected of the next server',
    async play(world) {
      addTax(world, 19);
      const [own, other] = await chosenFleet(world, 2);
      if (!own || !other) throw new Error('There are no two upgrades');
      await world.call(hosting.orderUpgrade, { run_id: own.run_id, version: own.version });
      world.pay();
      const refused = (error: unknown) => error instanceof Refused && error.problem.reason === 'invoice_differs';
      await assert.rejects(world.call(hosting.upgradeServer, { serviceid: own.serviceid }), refused);
      await world.apply();
      await world.check();
      await world.call(hosting.orderUpgrade, { run_id: other.run_id, version: other.version });
      world.account.pay(Number(other.serviceid));
      await world.call(hosting.upgradeServer, { serviceid: other.serviceid });
    },
    expect: 'resized',
    end: 'confirmed',
  },
];
