import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '#shared/contract/index.ts';
import type { Fault } from '../provider/server.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

const { hosting } = contract;

/** A server for the second order. Its number follows none of the others. */
const otherOf = ({ server }: World): number => server.serviceid + 50_000;

/** Reviews two servers, and lets the program order them one after the other. */
export const reviewTwo = async (world: World): Promise<void> => {
  world.account.addServer(otherOf(world));
  await world.call(hosting.syncServers, {});
  await world.start();
  await world.choose();
  const { run_id } = await world.call(hosting.startUpgradeRun, { serviceid: String(otherOf(world)) });
  await world.call(hosting.chooseUpgradePlan, { run_id, rid: 102 });
};

export const orderTwo = async (world: World): Promise<void> => {
  const { runs } = await world.call(hosting.listUpgradeRuns, { show: 'open' });
  const own = runs.toSorted((one) => (one.serviceid === world.serviceid ? -1 : 1));
  const reviewed = own.map(({ run_id, version }) => ({ run_id, version }));
  await world.call(hosting.createUpgradeQueue, { runs: reviewed });
};

export const queueOf = async (world: World) => (await world.call(hosting.listUpgradeQueues, { limit: 1 })).queues[0];

/** The job that looks after open runs places the orders. It begins a round every 15 to 30 seconds of real time. */
const roundsMs = 120_000;

/** @throws Error if it isn't so after a few rounds */
export const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > roundsMs) throw new Error(`${what} has not happened`);
    await sleep(500);
  }
};

/** Waits until the first order was tried, and until nothing that was sent can still arrive. */
const untilTried = async (world: World): Promise<void> => {
  await until(async () => {
    const queue = await queueOf(world);
    return queue?.state !== 'running' || queue.runs[0]?.state !== 'choosing';
  }, 'an order');
  await world.settle();
};

const expectQueue = async (world: World, state: string, others: number): Promise<void> => {
  await until(async () => (await queueOf(world))?.state === state, `a queue that is ${state}`);
  const placed = world.account.orders.filter(({ serviceid }) => serviceid === otherOf(world)).length;
  if (placed !== others) throw new Error(`The other server has ${placed} orders instead of ${others}`);
};

interface Given {
  words: string;
  fault?: Fault;
  expect: string;
  /** The queue afterwards, and whether it has ordered for the other server. */
  queue: 'done' | 'stopped' | 'running';
  others: 0 | 1;
}

const row = ({ words, fault, expect, queue, others }: Given): Scenario => ({
  name: `several servers: ${words}`,
  async play(world) {
    await reviewTwo(world);
    if (fault) world.provider.fail('upgrade_instance', fault);
    await orderTwo(world);
    await untilTried(world);
    await expectQueue(world, queue, others);
  },
  expect,
  end: 'confirmed',
  isSlow: true,
});

const isUnclear = { expect: 'ordering order_unclear', queue: 'stopped', others: 0 } as const;
const isOrdered = { expect: 'awaiting_payment', queue: 'done', others: 1 } as const;

/** What goes wrong at the first of two orders with one review. The second is placed only once the first is proven. */
export const queueRows: readonly Scenario[] = [
  row({ words: 'every answer arrives', ...isOrdered }),
  row({ words: 'connection cut before the write', fault: 'cut_before', ...isUnclear }),
  row({ words: 'connection cut after the write', fault: 'cut_after', ...isOrdered }),
  row({ words: '500 after the write', fault: 'error_after', ...isOrdered }),
  {
    name: 'several servers: somebody orders for the first one meanwhile',
    async play(world) {
      await reviewTwo(world);
      world.account.order(world.server.serviceid, 103, 'client_area');
      await orderTwo(world);
      await untilTried(world);
      await expectQueue(world, 'stopped', 0);
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
    intents: 0,
    isSlow: true,
  },
  {
    name: 'several servers: the first order is refused',
    async play(world) {
      await reviewTwo(world);
      world.provider.shape('upgrade_instance', () => [{ result: 'error', message: 'Out of stock.' }]);
      await orderTwo(world);
      await untilTried(world);
      await expectQueue(world, 'stopped', 0);
      world.provider.shape('upgrade_instance');
    },
    expect: 'choosing refused',
    end: 'confirmed',
    isSlow: true,
  },
];
