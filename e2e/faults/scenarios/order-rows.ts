import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const refuses = (message: string) => [{ result: 'error', action: 'Check Upgrade Order', message }];

/** An order whose answer is lost after it was carried out. */
const loseOrder = async (world: World): Promise<void> => {
  await world.start();
  await world.choose();
  world.provider.fail('upgrade_instance', 'cut_after');
  await world.order();
};

/** Orders that are hidden, and answers about orders in words that may mean anything. */
const hidden: Scenario[] = [
  {
    name: 'F1 order paid by credit and hidden',
    async play(world) {
      Object.assign(world.account.habits, { hidesPaid: true, paysByCredit: true });
      await world.ordered();
      await world.settle();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F1 order paid by credit and hidden, its answer lost',
    async play(world) {
      Object.assign(world.account.habits, { hidesPaid: true, paysByCredit: true });
      await loseOrder(world);
      await world.settle();
    },
    expect: 'ordering order_unclear',
    end: 'confirmed',
  },
  {
    name: 'F1 answer lost, the server shows the sizes to come',
    async play(world) {
      Object.assign(world.account.habits, { hidesPaid: true, paysByCredit: true, showsPending: true });
      await loseOrder(world);
      await world.settle();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F1 downgrade with nothing to pay, its answer lost',
    async play(world) {
      await world.start();
      await world.choose(100);
      world.provider.fail('upgrade_instance', 'cut_after');
      await world.order();
      await world.settle();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F1 the order disappears once paid; cancelling is refused',
    async play(world) {
      world.account.habits.hidesPaid = true;
      await world.ordered();
      world.pay();
      await world.settle();
      await world.cancel();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F1 somebody else has a paid, hidden order; one order only',
    async play(world) {
      Object.assign(world.account.habits, { hidesPaid: true, oneOrder: true });
      world.account.order(world.server.serviceid, 102, 'client_area').paid = true;
      await world.ordered();
    },
    expect: 'choosing refused',
    end: 'confirmed',
  },
];

const maybe = [
  'No orders can be processed during maintenance.',
  'Database error: no order could be read.',
  'The order list is not available.',
  'An order exists.',
];
const none = [
  'No pending upgrades found.',
  'No upgrade is pending for this service.',
  'Nothing to upgrade.',
  'Upgrade order could not be found.',
  'There are no upgrade orders.',
];

const wordings: Scenario[] = [
  ...maybe.map((message) => ({
    name: `F3 answer lost, then “${message}”`,
    async play(world: World) {
      await loseOrder(world);
      world.provider.shape('check_upgrade_order', () => refuses(message));
      await world.settle();
    },
    expect: 'ordering order_unclear',
    end: 'confirmed',
  })),
  {
    name: 'F3 answer lost, then {"success":false,"message":"Temporary failure"}',
    async play(world) {
      await loseOrder(world);
      world.provider.shape('check_upgrade_order', () => ({ success: false, message: 'Temporary failure' }));
      await world.settle();
    },
    expect: 'ordering order_unclear',
    end: 'confirmed',
  },
  ...none.map((message) => ({
    name: `F3 no order: “${message}”`,
    async play(world: World) {
      world.account.habits.noOrder = refuses(message);
      await world.ordered();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  })),
  ...[{ success: [] }, { success: false }, { success: null }, { success: '' }].map((noOrder) => ({
    name: `F3 no order: ${JSON.stringify(noOrder)}`,
    async play(world: World) {
      world.account.habits.noOrder = noOrder;
      await world.ordered();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  })),
  {
    name: 'F3 no order, in words that nobody knows',
    async play(world) {
      world.account.habits.noOrder = refuses('Keine Bestellung.');
      await world.ordered();
    },
    expect: 'choosing order_unclear',
    end: 'confirmed',
  },
  {
    name: 'F3 orders can’t be looked up for ten minutes after a lost answer',
    async play(world) {
      await loseOrder(world);
      world.provider.shape('check_upgrade_order', () => '<html>maintenance</html>');
      await world.wait(600);
    },
    expect: 'ordering not_json',
    repair: (world) => world.provider.shape('check_upgrade_order'),
    end: 'confirmed',
  },
];

/** The system clock is set while an order is on its way, which arrives after 135 seconds. */
const clocks: Scenario[] = [10 * minute, -10 * minute, day, -day].map((by) => ({
  name: `F4 clock set by ${by / minute} minutes while an order is late`,
  async play(world: World) {
    await world.start();
    await world.choose();
    world.provider.fail('upgrade_instance', 'late');
    await world.order();
    await world.program.setClockBy(by);
    await world.check();
    await world.wait(135);
    world.provider.release();
    await world.wait(35);
  },
  expect: 'awaiting_payment',
  end: 'confirmed',
  isSlow: true,
}));

/** Someone else orders, replaces an order or changes its invoice. */
const changed: Scenario[] = [
  {
    name: 'F7 the order is replaced by one for another plan',
    async play(world) {
      await world.ordered();
      for (const order of world.account.orders) order.state = 'cancelled';
      world.account.order(world.server.serviceid, 104, 'client_area');
      await world.check();
    },
    expect: 'awaiting_payment order_replaced',
    end: 'confirmed',
  },
  {
    name: 'F7 a late fee',
    async play(world) {
      await world.ordered();
      for (const order of world.account.orders) order.total = '24.00';
      await world.check();
    },
    expect: 'awaiting_payment invoice_changed',
    end: 'confirmed',
  },
  {
    name: 'F7 answer lost, and somebody else orders another plan',
    async play(world) {
      world.account.habits.showsPending = true;
      await world.start();
      await world.choose();
      world.provider.fail('upgrade_instance', 'cut_before');
      await world.order();
      world.account.order(world.server.serviceid, 104, 'client_area');
      await world.settle();
    },
    expect: 'awaiting_payment order_replaced',
    end: 'confirmed',
  },
  {
    name: 'F8 somebody else ordered another plan during the review',
    async play(world) {
      await world.start();
      await world.choose();
      world.account.order(world.server.serviceid, 104, 'client_area');
      await world.order();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F5 the price rose between quote and order',
    async play(world) {
      await world.start();
      await world.choose();
      const plan = world.account.plan(102);
      plan.monthly = 3999;
      await world.order();
    },
    expect: 'choosing',
    end: 'confirmed',
  },
  {
    name: 'F5 a quote of 20 days ago, at another price',
    async play(world) {
      await world.start();
      await world.choose();
      await world.program.advance(20 * day);
      world.account.plan(102).monthly = 1999;
      await world.order();
    },
    expect: 'choosing',
    end: 'confirmed',
  },
  {
    name: 'F5 the invoice is for more than the estimate',
    async play(world) {
      await world.start();
      await world.choose();
      world.provider.shape('upgrade_instance', (real) => {
        const answer = real();
        for (const order of world.account.orders) order.total = '30.00';
        return answer;
      });
      await world.order();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
];

/** Reads that the provider never answers. */
const hanging: Scenario[] = ['check_upgrade_order', 'get_price_list', 'get_instance'].map((action) => ({
  name: `${action} is never answered before an order`,
  async play(world: World) {
    await world.start();
    await world.choose();
    world.provider.fail(action, 'hang_before', 100);
    await world.order();
    world.provider.fail(action, 'hang_before', 0);
    await world.wait(35);
  },
  // The order goes on behind its request.
  expect: action === 'get_instance' ? 'awaiting_payment' : 'choosing going_on',
  end: 'confirmed',
  isSlow: true,
}));

export const orderRows: readonly Scenario[] = [...hanging, ...hidden, ...wordings, ...clocks, ...changed];
