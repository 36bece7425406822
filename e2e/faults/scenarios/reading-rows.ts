import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

const { hosting } = contract;

type Fields = Record<string, unknown>;
const successOf = (answer: unknown): unknown => (answer as { success: unknown }).success;

/** Lets an answer's `success` arrive in another form, and takes an upgrade up to its invoice. */
const shaped = (
  name: string,
  action: string,
  change: (success: unknown) => unknown,
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  async play(world) {
    world.provider.shape(action, (real) => {
      const answer = real() as Fields;
      return 'success' in answer ? { success: change(answer.success) } : answer;
    });
    await world.call(hosting.syncServers, {});
    await world.ordered();
  },
  expect: 'awaiting_payment',
  end: 'confirmed',
  ...more,
});

const oddRow = (field: string, value: unknown): Scenario => ({
  name: `R4 one server with ${field}: ${JSON.stringify(value)}`,
  async play(world) {
    world.account.addServer(world.server.serviceid + 500_000, { shown: { [field]: value } });
    const { servers } = await world.call(hosting.syncServers, {});
    assert.ok(servers.some(({ serviceid }) => serviceid === world.serviceid));
    await world.ordered();
  },
  expect: 'awaiting_payment',
  end: 'confirmed',
});

/** Changes the plan that no one chooses here. */
const oddPlan = (field: string, value: unknown): Scenario =>
  shaped(`R4 one plan with ${field}: ${JSON.stringify(value)}`, 'get_price_list', (plans) =>
    (plans as Fields[]).map((plan) => (plan.rid === 104 ? { ...plan, [field]: value } : plan)),
  );

const inWords = (plan: Fields): Fields => ({ ...plan, monthly: `$${String(plan.monthly)} USD` });

const order = (name: string, change: (order: Fields) => unknown): Scenario =>
  shaped(`R6 ${name}`, 'check_upgrade_order', (value) => change(value as Fields));

const lists: Scenario[] = [
  {
    name: 'F13 a server listed twice',
    async play(world: World) {
      world.provider.shape('get_instances', (real) => {
        const list = successOf(real()) as unknown[];
        return { success: [...list, ...list] };
      });
      await world.call(hosting.syncServers, {});
      await world.ordered();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F13 an empty list, once: no server is lost',
    async play(world) {
      world.provider.shape('get_instances', () => ({ success: [] }));
      await assert.rejects(world.call(hosting.syncServers, {}), /PROVIDER_UNREADABLE/);
      const { servers } = await world.call(hosting.listServers, {});
      assert.deepEqual(
        servers.map(({ is_gone }) => is_gone),
        [false],
      );
      world.provider.shape('get_instances');
      await world.ordered();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'R7 an account without servers answers []',
    async play(world) {
      world.account.servers.length = 0;
      world.provider.shape('get_instances', () => []);
      const { servers } = await world.call(hosting.syncServers, {});
      assert.equal(servers[0]?.is_gone, true);
      world.provider.shape('get_instances');
      world.account.servers.push(world.server);
    },
    expect: '',
    end: 'nothing to do',
  },
];

export const readingRows: readonly Scenario[] = [
  ...lists,
  oddRow('status', null),
  oddRow('locked', 2),
  oddRow('is_suspended', 'no'),
  oddRow('main_ip', false),
  oddRow('disk', ['x']),
  oddPlan('monthly', 'N/A'),
  oddPlan('monthly', 'Free'),
  oddPlan('monthly', 'whatever you like'),
  oddPlan('monthly', 39.990_000_000_000_01),
  oddPlan('rid', null),
  oddPlan('name', ['x']),
  shaped('R4 prices in words: $9.99 USD', 'get_price_list', (plans) => (plans as Fields[]).map(inWords)),
  shaped('R5 plans keyed by number', 'get_price_list', (plans) => ({ ...(plans as Fields[]) })),
  shaped('R5 plans keyed by name', 'get_price_list', (plans) =>
    Object.fromEntries((plans as Fields[]).map((plan) => [String(plan.name), plan])),
  ),
  shaped('R5 plans in groups: fixed and custom', 'get_price_list', (plans) => ({ fixed: plans, custom: [] })),
  order('an order with total 9.00 USD', (value) => ({ ...value, total: `${String(value.total)} USD` })),
  order('an order due on 11/29/2026', (value) => ({ ...value, duedate: '11/29/2026' })),
  order('an order without orderid', ({ orderid: _, ...rest }) => rest),
  order('a list of orders', (value) => [value]),
  order('numbers as text', (value) =>
    Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, String(entry)])),
  ),
  {
    name: 'R6 a credit of 3.20',
    async play(world) {
      await world.ordered();
      for (const order of world.account.orders) order.total = '-3.20';
      await world.check();
    },
    expect: 'awaiting_payment invoice_changed',
    end: 'confirmed',
  },
  {
    name: 'F10 the prices of hard disks',
    server: { drive: 'hdd' },
    play: (world) => world.ordered(),
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F10 a managed server',
    server: { managed: true, shown: { product_name: 'Managed VPS' } },
    play: (world) => world.ordered(),
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
];
