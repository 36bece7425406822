import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import { until } from './queue-rows.ts';
import type { Scenario } from './scenario.ts';

const { hosting } = contract;
const hour = 3_600;
const day = 24 * hour;
/** Decisions that others make, or that show late. */
export const decisionRows: readonly Scenario[] = [
  {
    name: 'F4 clock set ahead by a day in RESIZED: the default is not sent early',
    async play(world) {
      await world.resized();
      const { run_id = '' } = (await world.latest()) ?? {};
      await world.call(hosting.setUpgradeDefault, { run_id, decision: 'confirm' });
      await world.program.setClockBy(day);
      await world.wait(60);
    },
    expect: 'resized',
    end: 'confirmed',
  },
  {
    name: 'F5 ordered in the client area, applied and confirmed here',
    async play(world) {
      world.account.order(world.server.serviceid, 102, 'client_area').paid = true;
      await world.start();
      await world.apply();
      await world.confirm();
    },
    expect: 'confirmed',
    end: 'confirmed',
  },
  {
    name: 'F5 stopped tracking in RESIZED',
    async play(world) {
      await world.resized();
      await world.stopTracking();
      assert.equal(await world.syncedCost(), world.account.monthlyCost(world.server));
      world.account.decide(world.server.serviceid, 'confirmed');
    },
    expect: 'closed',
    end: 'closed',
  },
  {
    name: 'F5 upgraded in the client area, then a run that is canceled',
    async play(world) {
      const { account, server } = world;
      account.order(server.serviceid, 103, 'client_area').paid = true;
      account.apply(server.serviceid);
      account.decide(server.serviceid, 'confirmed');
      await world.start();
      await world.cancel();
    },
    expect: 'cancelled',
    end: 'cancelled',
  },
  {
    name: 'F11 begun in RESIZED, confirmed elsewhere: never sent again and again',
    async play(world) {
      const { account, server, provider } = world;
      account.order(server.serviceid, 102, 'client_area').paid = true;
      account.apply(server.serviceid);
      await world.start();
      account.decide(server.serviceid, 'confirmed');
      await world.settle();
      await world.wait(24 * hour);
      for (let times = 0; times < 4; times += 1) await world.wait(30);
      assert.ok((provider.calls.get('confirm_upgrade') ?? 0) <= 1, 'confirm_upgrade was sent again');
    },
    expect: 'resized decided_elsewhere',
    end: 'confirmed',
  },
  {
    name: 'F12 one stale look in RESIZED',
    async play(world) {
      await world.ordered();
      world.pay();
      await world.apply();
      world.server.shown = { status: 'ACTIVE', ram: '2 GB', cpu: '1', disk: '50 GB', product_name: 'VPS 1' };
      await world.wait(20);
      world.server.shown = {};
      await world.wait(20);
    },
    expect: 'resized',
    end: 'confirmed',
  },
  {
    name: 'F12 a confirmation that shows after 180 seconds',
    async play(world) {
      await world.resized();
      world.server.shown = { status: 'ACTIVE', ram: '2 GB', cpu: '1', disk: '50 GB', product_name: 'VPS 1' };
      await world.confirm();
      await world.settle();
    },
    repair({ server }) {
      server.shown = {};
    },
    expect: 'confirming not_shown',
    end: 'confirmed',
  },
  {
    name: 'no one decides, and no one chose anything: Castellan decides nothing',
    async play(world) {
      await world.resized();
      const looks = () => world.provider.calls.get('get_instance') ?? 0;
      await world.program.advance(25 * hour);
      const before = looks();
      await until(async () => looks() > before, 'a look of its own');
      await world.check();
      assert.equal(world.provider.calls.get('confirm_upgrade') ?? 0, 0);
      assert.equal(world.provider.calls.get('revert_upgrade') ?? 0, 0);
    },
    expect: 'resized',
    end: 'confirmed',
    isSlow: true,
  },
  {
    name: 'the provider confirms by itself',
    async play(world) {
      await world.resized();
      world.account.decide(world.server.serviceid, 'confirmed');
      await world.settle();
    },
    expect: 'confirmed',
    end: 'confirmed',
  },
  {
    name: 'an upgrade that never enters RESIZED',
    async play(world) {
      world.account.habits.onApply = 'finishes';
      await world.ordered();
      world.pay();
      await world.apply();
      await world.settle();
    },
    expect: 'confirmed',
    end: 'confirmed',
  },
  {
    name: 'F15 a disk beyond the plan is refused',
    async play(world) {
      await world.ordered();
      world.pay();
      await assert.rejects(
        world.call(hosting.upgradeServer, { serviceid: world.serviceid, disk: 900 }),
        /STATE_CONFLICT/,
      );
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
];
