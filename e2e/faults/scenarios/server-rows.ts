import assert from 'node:assert/strict';
import { contract } from '#shared/contract/index.ts';
import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

const { hosting } = contract;
const hour = 3_600;
const day = 24 * hour;

const others = ['SHUTOFF', 'REBOOT', 'SUSPENDED', 'PAUSED', 'RESCUE', 'SNAPSHOT', 'BUILD'];

/** What the server's status and sizes look like meanwhile. */
const statuses: Scenario[] = [
  ...others.map((status) => ({
    name: `F2 ${status} while the invoice waits`,
    async play(world: World) {
      await world.ordered();
      world.server.status = status;
      await world.settle();
      world.server.status = 'ACTIVE';
    },
    expect: 'awaiting_payment',
    end: 'confirmed',
  })),
  {
    name: 'F2 a server that is off is upgraded',
    server: { status: 'SHUTOFF' },
    play: (world) => world.ordered(),
    expect: 'awaiting_payment',
    end: 'confirmed',
  },
  {
    name: 'F2 a suspended and locked server can’t be ordered for',
    server: { shown: { is_suspended: 1, locked: 1 } },
    play: (world) => world.start(),
    expect: '',
    end: 'nothing to do',
  },
  {
    name: 'F2 the migration fails: the server runs at its old size',
    async play(world) {
      world.account.habits.onApply = 'fails';
      await world.ordered();
      world.pay();
      await world.apply();
      await world.settle();
    },
    repair({ account }) {
      account.habits.onApply = 'resizes';
    },
    expect: 'awaiting_payment not_upgraded',
    end: 'confirmed',
  },
  {
    name: 'F2 the migration ends in ERROR',
    async play(world) {
      world.account.habits.onApply = 'migrates';
      await world.ordered();
      world.pay();
      await world.apply();
      world.server.status = 'ERROR';
      await world.settle();
    },
    repair: ({ account, server }) => account.finishApplying(server.serviceid),
    expect: 'resizing server_error',
    end: 'confirmed',
  },
  {
    name: 'F2 a migration of two hours',
    async play(world) {
      world.account.habits.onApply = 'migrates';
      await world.ordered();
      world.pay();
      await world.apply();
      await world.wait(2 * hour);
    },
    repair: ({ account, server }) => account.finishApplying(server.serviceid),
    expect: 'resizing slow',
    end: 'confirmed',
  },
  {
    name: 'F2 reverted in the client area while it was being upgraded',
    async play(world) {
      world.account.habits.onApply = 'migrates';
      await world.ordered();
      world.pay();
      await world.apply();
      world.account.finishApplying(world.server.serviceid);
      world.account.decide(world.server.serviceid, 'reverted');
      await world.settle();
    },
    expect: 'awaiting_payment not_upgraded',
    end: 'reverted',
  },
  {
    name: 'F6 sizes in another unit: 2000 GB for 2 TB, 2048 MB for 2 GB',
    async play(world) {
      world.provider.shape('get_instance', (real) => inOtherUnits(real()));
      await world.resized();
      await world.confirm();
      await world.settle();
    },
    expect: 'confirmed',
    end: 'confirmed',
  },
];

const inOtherUnits = (answer: unknown): unknown => {
  const { success } = answer as { success: Record<string, string> };
  const gigabytes = Number.parseInt(success.ram ?? '', 10);
  const terabytes = Number.parseInt(success.bandwidth ?? '', 10);
  return { success: { ...success, ram: `${gigabytes * 1024} MB`, bandwidth: `${terabytes * 1000} GB` } };
};

/** Decisions that others make, or that show late. */
const decisions: Scenario[] = [
  {
    name: 'F4 clock set ahead by a day in RESIZED: the default is not sent early',
    async play(world) {
      await world.resized();
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

/** Changes of billing cycle and service level. */
const changes: Scenario[] = [
  {
    name: 'F9 a cycle in WHMCS words: Semi-Annually',
    server: { cycle: 'Semi-Annually' },
    play: (world) => world.changeCycle('annually'),
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'F9 a cycle that changes at the next renewal',
    async play(world) {
      world.server.shown = { billingcycle: 'monthly' };
      await world.changeCycle('annually');
      await world.settle();
      await world.changeCycle('annually');
      assert.equal(world.provider.calls.get('change_billing_cycle'), 1);
      await world.check();
    },
    expect: 'changing not_shown',
    repair({ server }) {
      server.shown = {};
    },
    end: 'changed',
  },
  {
    name: 'F14 success and an error, carried out',
    async play(world) {
      world.provider.shape('change_billing_cycle', (real) => {
        real();
        return [
          { result: 'success', action: 'Change Billing Cycle' },
          { result: 'error', message: 'Mail not sent' },
        ];
      });
      await world.changeCycle('annually');
      await world.settle();
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'F14 [{"result":"success"}], not carried out',
    async play(world) {
      await world.ordered();
      world.pay();
      world.provider.shape('upgrade_server', () => [{ result: 'success' }]);
      await world.apply();
      await world.settle();
      world.provider.shape('upgrade_server');
    },
    expect: 'awaiting_payment interrupted',
    end: 'confirmed',
  },
  {
    name: 'F15 managed twice at once: sent once',
    async play(world) {
      await Promise.all([world.setManaged(true), world.setManaged(true)]);
      assert.equal(world.provider.calls.get('upgrade_to_managed'), 1);
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'the API key is refused for a while',
    async play(world) {
      await world.ordered();
      const unauthorized = [{ result: 'error', action: 'Authorization', message: 'Not Authorized!' }];
      for (const action of ['get_instance', 'check_upgrade_order']) world.provider.shape(action, () => unauthorized);
      await world.settle();
      for (const action of ['get_instance', 'check_upgrade_order']) world.provider.shape(action);
    },
    expect: 'awaiting_payment not_authorized',
    end: 'confirmed',
  },
];

export const serverRows: readonly Scenario[] = [...statuses, ...decisions, ...changes];
