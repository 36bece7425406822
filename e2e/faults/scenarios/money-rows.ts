import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import type { Scenario } from './scenario.ts';
import { Refused, type World } from './world.ts';

const { hosting } = contract;

type Fields = Record<string, unknown>;

/** The program asks with this reason, and the provider gets nothing. */
const asksFirst = async (world: World, action: string, work: () => Promise<unknown>, reason: string): Promise<void> => {
  const before = world.provider.calls.get(action) ?? 0;
  await assert.rejects(work, (error) => error instanceof Refused && error.problem.reason === reason);
  assert.equal(world.provider.calls.get(action) ?? 0, before, `${action} was sent without a question`);
};

const startsOnlyOnceAgreed = (world: World, reason: string): Promise<void> =>
  asksFirst(world, 'upgrade_server', () => world.call(hosting.upgradeServer, { serviceid: world.serviceid }), reason);

const withTotal = (world: World, total: (shown: string) => unknown): void =>
  world.provider.shape('check_upgrade_order', (real) => {
    const answer = real() as { success?: Fields };
    return answer.success ? { success: { ...answer.success, total: total(String(answer.success.total)) } } : answer;
  });

/** An order that the seed doesn't promise: a change of cycle or level that has to be paid. */
const makesOrder = (world: World, action: string): void =>
  world.provider.shape(action, (real) => {
    const answer = real();
    const ids = { id: 9_001, orderid: 9_002, invoiceid: 9_003 };
    const { serviceid, rid } = world.server;
    world.account.orders.push({ ...ids, total: '323.68', serviceid, rid, paid: false, state: 'open', by: 'api' });
    return answer;
  });

const countsInvoice = async (world: World): Promise<void> => {
  assert.equal((await world.latest())?.order?.total, '323.68', 'the run does not name its order');
  const { invoices } = await world.call(hosting.listInvoices, {});
  assert.deepEqual(
    invoices.map(({ number, total }) => [number, total]),
    [['9003', '323.68']],
  );
};

/** What changes cost: nothing is spent that no one was asked about, and what is due is known. */
export const moneyRows: readonly Scenario[] = [
  {
    name: 'money: no estimate, because prices have no due date',
    async play(world) {
      world.provider.shape('get_billingcycle_prices', (real) =>
        Object.fromEntries(
          Object.entries(real() as Record<string, Fields>).map(([cycle, { price }]) => [cycle, { price }]),
        ),
      );
      await world.ordered();
      world.pay();
      await startsOnlyOnceAgreed(world, 'invoice_not_agreed');
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  ...(
    [
      ['the provider names no total', () => null, 'invoice_unknown'],
      ['an invoice in another currency', (shown: string) => `${shown} GBP`, 'invoice_currency'],
    ] as const
  ).map(
    ([what, total, reason]): Scenario => ({
      name: `money: ${what}`,
      async play(world) {
        withTotal(world, total);
        await world.ordered();
        world.pay();
        await startsOnlyOnceAgreed(world, reason);
      },
      expect: 'awaiting_payment',
      end: 'confirmed',
    }),
  ),
  {
    name: 'money: a change of cycle makes an order',
    async play(world) {
      makesOrder(world, 'change_billing_cycle');
      await world.changeCycle('annually');
      await world.settle();
      await countsInvoice(world);
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'money: a change of level makes an order',
    async play(world) {
      makesOrder(world, 'upgrade_to_managed');
      await world.setManaged(true);
      await world.settle();
      await countsInvoice(world);
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'money: a change of cycle that exceeds the budget',
    budget: '10.00',
    server: { cycle: 'annually' },
    async play(world) {
      const input = { serviceid: world.serviceid, billingcycle: 'monthly' } as const;
      for (const plan of world.account.plans) plan.monthly += 300;
      const change = () => world.call(hosting.changeBillingCycle, input);
      await asksFirst(world, 'change_billing_cycle', change, 'over_budget');
      await world.call(hosting.changeBillingCycle, { ...input, accept_over_budget: true });
      await world.settle();
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'money: an order of the client area, and a budget that no one can check',
    budget: '10.00',
    async play(world) {
      world.account.order(world.server.serviceid, 102, 'client_area').paid = true;
      await world.start();
      const total = (await world.latest())?.order?.total ?? '';
      const input = { serviceid: world.serviceid, accept_total: total };
      await asksFirst(world, 'upgrade_server', () => world.call(hosting.upgradeServer, input), 'budget_unknown');
      await world.call(hosting.upgradeServer, { ...input, accept_over_budget: true });
      await world.check();
    },
    expect: 'resized',
    end: 'confirmed',
    intents: 0,
  },
  {
    name: 'money: a change of level that exceeds the budget',
    budget: '10.00',
    async play(world) {
      const input = { serviceid: world.serviceid };
      const change = () => world.call(hosting.upgradeToManaged, input);
      await asksFirst(world, 'upgrade_to_managed', change, 'over_budget');
      await world.call(hosting.upgradeToManaged, { ...input, accept_over_budget: true });
    },
    expect: 'changed',
    end: 'changed',
  },
];
