import type { Scenario } from './scenario.ts';
import type { World } from './world.ts';

const hour = 3_600;
const others = ['SHUTOFF', 'REBOOT', 'SUSPENDED', 'PAUSED', 'RESCUE', 'SNAPSHOT', 'BUILD'];

/** What the server's status and sizes look like meanwhile. */
export const statusRows: readonly Scenario[] = [
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
