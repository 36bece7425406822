import { orderTwo, reviewTwo } from './queue-rows.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/** Kills the program at a call, starts it again, and gives the provider's answers the time that the real clock takes. */
const kill = (
  words: string,
  action: string,
  when: 'before' | 'after',
  [expect, end]: [string, string],
  reach: (world: World) => Promise<void>,
  send: (world: World) => Promise<void>,
): Scenario => ({
  name: `${words}: program killed ${when} the write`,
  async play(world) {
    await reach(world);
    world.killAt(action, when);
    await send(world);
    await world.program.restart();
    await world.wait(125);
    await world.wait(35);
  },
  expect,
  end,
});

const choose = async (world: World): Promise<void> => {
  await world.start();
  await world.choose();
};
const pay = async (world: World): Promise<void> => {
  await world.ordered();
  world.pay();
};
const order = (world: World) => world.order();
const apply = (world: World) => world.apply();

/** Plans a start that is due, and waits until the program looks after its runs. */
const plan = async (world: World): Promise<void> => {
  await world.plan();
  await world.wait(35);
};

/** Has two servers ordered, and waits until the program looks after its queues. */
const orderByJob = async (world: World): Promise<void> => {
  await orderTwo(world);
  await world.wait(35);
};

/** Each needs a program of its own, and three minutes of real time. */
export const killRows: readonly Scenario[] = [
  kill('order', 'upgrade_instance', 'before', ['ordering order_unclear', 'confirmed'], choose, order),
  kill('order', 'upgrade_instance', 'after', ['awaiting_payment', 'confirmed'], choose, order),
  kill('several servers', 'upgrade_instance', 'before', ['ordering order_unclear', 'confirmed'], reviewTwo, orderByJob),
  kill('several servers', 'upgrade_instance', 'after', ['awaiting_payment', 'confirmed'], reviewTwo, orderByJob),
  kill('apply', 'upgrade_server', 'before', ['awaiting_payment interrupted', 'confirmed'], pay, apply),
  kill('apply', 'upgrade_server', 'after', ['resized', 'confirmed'], pay, apply),
  kill('planned start', 'upgrade_server', 'before', ['awaiting_payment interrupted', 'confirmed'], pay, plan),
  kill('planned start', 'upgrade_server', 'after', ['resized', 'confirmed'], pay, plan),
  kill(
    'confirm',
    'confirm_upgrade',
    'after',
    ['confirmed', 'confirmed'],
    (world) => world.resized(),
    (world) => world.confirm(),
  ),
  kill(
    'revert',
    'revert_upgrade',
    'before',
    ['resized interrupted', 'confirmed'],
    (world) => world.resized(),
    (world) => world.revert(),
  ),
  kill(
    'change the cycle',
    'change_billing_cycle',
    'after',
    ['changed', 'changed'],
    async () => {},
    (world) => world.changeCycle('annually'),
  ),
];
