import type { Fault } from '../provider/server.ts';
import { until } from './queue-rows.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

/** A call that changes something, with the way to it and what its loss leads to. */
interface Call {
  action: string;
  words: string;
  server?: Scenario['server'];
  reach: (world: World) => Promise<void>;
  /** The last read before the call; undefined if nothing is read. */
  readBefore?: string;
  send: (world: World) => Promise<void>;
  /** The run two minutes later, if the provider carried the call out, if it did not, and if it could not be reached. */
  done: string;
  lost: string;
  refused: string;
  /** How the owner brings it to an end, in these three cases. */
  ends: readonly [done: string, lost: string, refused: string];
  intents?: number;
}

const nothing = async (): Promise<void> => {};
const paid = async (world: World): Promise<void> => {
  await world.ordered();
  world.pay();
};

const calls: readonly Call[] = [
  {
    action: 'upgrade_instance',
    words: 'order',
    async reach(world) {
      await world.start();
      await world.choose();
    },
    readBefore: 'get_billingcycle_prices',
    send: (world) => world.order(),
    done: 'awaiting_payment',
    lost: 'ordering order_unclear',
    refused: 'choosing network',
    ends: ['confirmed', 'confirmed', 'confirmed'],
  },
  {
    action: 'upgrade_server',
    words: 'apply',
    reach: paid,
    send: (world) => world.apply(),
    done: 'resized',
    lost: 'awaiting_payment interrupted',
    refused: 'awaiting_payment network',
    ends: ['confirmed', 'confirmed', 'confirmed'],
  },
  {
    action: 'confirm_upgrade',
    words: 'confirm',
    reach: (world) => world.resized(),
    send: (world) => world.confirm(),
    done: 'confirmed',
    lost: 'resized interrupted',
    refused: 'resized network',
    ends: ['confirmed', 'confirmed', 'confirmed'],
  },
  {
    action: 'revert_upgrade',
    words: 'revert',
    reach: (world) => world.resized(),
    send: (world) => world.revert(),
    done: 'reverted',
    lost: 'resized interrupted',
    refused: 'resized network',
    ends: ['reverted', 'confirmed', 'confirmed'],
  },
  {
    action: 'change_billing_cycle',
    words: 'change the cycle',
    reach: nothing,
    readBefore: 'get_price_list',
    send: (world) => world.changeCycle('annually'),
    done: 'changed',
    lost: 'failed interrupted',
    refused: 'failed network',
    ends: ['changed', 'failed', 'failed'],
  },
  {
    action: 'upgrade_to_managed',
    words: 'make managed',
    reach: nothing,
    readBefore: 'get_price_list',
    send: (world) => world.setManaged(true),
    done: 'changing change_unclear',
    lost: 'changing change_unclear',
    refused: 'failed network',
    ends: ['changed', 'failed', 'failed'],
  },
  {
    action: 'downgrade_to_unmanaged',
    words: 'make unmanaged',
    server: { managed: true, shown: { product_name: 'Managed VPS 1' } },
    reach: nothing,
    readBefore: 'get_price_list',
    send: (world) => world.setManaged(false),
    done: 'changing change_unclear',
    lost: 'changing change_unclear',
    refused: 'failed network',
    ends: ['changed', 'failed', 'failed'],
  },
];

/** The program gives up after 30 seconds of real time, long after it has answered the owner. */
const waitedOut = (world: World): Promise<void> =>
  until(async () => (await world.latest())?.problem?.reason !== 'going_on', 'the end of the wait');

const faultWords: Readonly<Record<Exclude<Fault, 'closes' | 'late' | 'pauses'>, string>> = {
  cut_before: 'connection cut before the write',
  cut_after: 'connection cut after the write',
  error_before: '500 before the write',
  error_after: '500 after the write',
  html_before: 'a page instead of the write',
  html_after: 'a page after the write',
  broken_after: 'half an answer after the write',
  empty_after: 'an empty answer after the write',
  hang_before: 'no answer, not written',
  hang_after: 'no answer, written',
};

const withFault = (call: Call, [fault, words]: [string, string]): Scenario => {
  const isDone = fault.endsWith('_after');
  return {
    name: `${call.words}: ${words}`,
    ...(call.server && { server: call.server }),
    async play(world) {
      await call.reach(world);
      world.provider.fail(call.action, fault as Fault);
      await call.send(world);
      if (fault.startsWith('hang')) await waitedOut(world);
      await world.settle();
    },
    expect: isDone ? call.done : call.lost,
    end: call.ends[isDone ? 0 : 1],
    isSlow: fault.startsWith('hang'),
  };
};

/** No one listens when the call is sent, so it was certainly not made. */
const refused = (call: Call): Scenario => ({
  name: `${call.words}: connection refused`,
  ...(call.server && { server: call.server }),
  async play(world) {
    const { provider } = world;
    await call.reach(world);
    if (call.readBefore === undefined) await provider.closeSocket();
    else provider.fail(call.readBefore, 'closes');
    await call.send(world);
    await provider.openSocket();
  },
  expect: call.refused,
  end: call.ends[2],
});

/** Each call that changes something, with each way in which the network or the provider can fail it. */
export const transportRows: readonly Scenario[] = calls.flatMap((call) => [
  refused(call),
  ...Object.entries(faultWords).map((fault) => withFault(call, fault)),
]);
