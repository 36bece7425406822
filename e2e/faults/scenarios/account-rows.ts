import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { pauseSeconds } from '../provider/server.ts';
import { until } from './queue-rows.ts';
import type { Scenario } from './scenario.ts';
import { Refused, type World } from './world.ts';

const { hosting } = contract;

type Fields = Record<string, unknown>;
const day = 24 * 3_600;

const nothingBegun = { expect: '', end: 'nothing to do' } as const;

/** What all servers cost together at the provider, per month. */
const realCost = ({ account }: World): string =>
  fromMinor(account.servers.reduce((sum, server) => sum + account.price(server), 0));

const fill = ({ account, server }: World, count: number, shown: Fields = {}): void => {
  for (let index = 1; index < count; index += 1)
    account.addServer(server.serviceid + 100_000 + index * 1_000, { shown });
};

const list = (world: World) => world.call(hosting.listServers, { limit: 1 });

/** A plan beside the others whose components have prices in a shape of its own. */
const customPlan = (pricing: unknown): Fields => ({
  id: 1_900,
  rid: 900,
  name: 'Custom VPS',
  ram: '1 GB',
  cpu: '1',
  disk: '50 GB',
  bandwidth: '2 TB',
  monthly: '1.00',
  current: 0,
  ...(pricing as Fields),
});

/** Shapes in which nobody can tell what a choice of components costs. */
const unknownPricing: readonly Fields[] = [
  { pricing: { ram: { 2: '1.00', 4: '2.00' } } },
  { pricing: { options: [{ ram: '4 GB', price: '2.00' }] } },
  { configoptions: { ram: { 4: '2.00' } } },
];

/** Accounts of many servers, and what they cost: every total is whole or says that it isn't. */
export const accountRows: readonly Scenario[] = [
  {
    name: 'account: 200 servers have their costs with one list of prices',
    async play(world) {
      fill(world, 200);
      const before = world.provider.calls.get('get_price_list') ?? 0;
      await world.call(hosting.syncServers, {});
      await until(async () => (await list(world)).unpriced === 0, 'a whole total');
      assert.equal((await list(world)).monthly_cost, realCost(world));
      assert.ok((world.provider.calls.get('get_price_list') ?? 0) - before <= 2, 'a list of prices for each server');
    },
    ...nothingBegun,
  },
  {
    name: 'account: 5,000 servers in an answer of six megabytes',
    async play(world) {
      fill(world, 5_000, { notes: 'x'.repeat(800) });
      const { servers } = await world.call(hosting.syncServers, {});
      assert.equal((await list(world)).total, 5_000, `${servers.length} servers`);
    },
    ...nothingBegun,
  },
  {
    name: 'account: prices that no one can read leave the total incomplete, and it says so',
    async play(world) {
      world.provider.shape('get_price_list', () => '<html></html>');
      fill(world, 3);
      await world.call(hosting.syncServers, {});
      assert.equal((await list(world)).unpriced, 2);
      world.provider.shape('get_price_list');
      await world.call(hosting.syncServers, {});
      await until(async () => (await list(world)).unpriced === 0, 'a whole total');
    },
    ...nothingBegun,
  },
  {
    name: 'account: a price that changes counts a day later',
    async play(world) {
      for (const plan of world.account.plans) plan.monthly += 300;
      await world.program.advance(day + 60);
      await world.call(hosting.syncServers, {});
      await until(async () => (await list(world)).monthly_cost === realCost(world), 'the new price');
    },
    ...nothingBegun,
  },
  {
    name: 'account: the addresses that a server has count, until the provider no longer lists them',
    async play(world) {
      const addresses = async () =>
        (await world.call(hosting.listIpAddresses, {})).ip_addresses.map(({ address }) => address);
      world.server.shown = { ips: [{ ip: '203.0.113.7' }, { ip: '203.0.113.8' }] };
      await world.call(hosting.syncServers, {});
      assert.deepEqual(await addresses(), ['203.0.113.8']);
      assert.equal((await list(world)).monthly_cost, fromMinor(world.account.price(world.server) + 499));
      world.server.shown = { ips: [{ ip: '203.0.113.7' }] };
      await world.call(hosting.syncServers, {});
      assert.equal((await list(world)).monthly_cost, realCost(world));
    },
    ...nothingBegun,
  },
  ...unknownPricing.map(
    (pricing): Scenario => ({
      name: `account: a custom plan that no one can price is not sold: ${JSON.stringify(pricing)}`,
      async play(world) {
        world.provider.shape('get_price_list', (real) => {
          const { success } = real() as { success: Fields[] };
          return { success: [...success, customPlan(pricing)] };
        });
        const { price_options } = await world.call(hosting.getPriceList, { serviceid: world.serviceid });
        assert.ok(
          price_options.every(({ rid }) => rid !== 900),
          'is offered at its base price',
        );
        await world.ordered();
      },
      expect: 'awaiting_payment',
      end: 'confirmed',
    }),
  ),
  {
    name: 'account: a provider that asks for a pause gets nothing meanwhile',
    async play(world) {
      await world.start();
      await world.choose();
      const sent = () => [...world.provider.calls.values()].reduce((sum, count) => sum + count, 0);
      const isTold = (error: unknown) => error instanceof Refused && error.problem.code === 'PROVIDER_REJECTED';
      const orderNow = async () => {
        const run = await world.latest();
        if (!run) throw new Error('There is no run');
        await world.call(hosting.orderUpgrade, { run_id: run.run_id, version: run.version });
      };
      world.provider.fail('check_upgrade_order', 'pauses');
      await assert.rejects(orderNow(), isTold);
      const before = sent();
      await assert.rejects(orderNow(), isTold);
      assert.equal(sent(), before, 'something was sent in the pause');
      await world.program.advance(pauseSeconds + 1);
      await orderNow();
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
];
