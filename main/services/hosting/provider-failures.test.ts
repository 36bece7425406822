import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveService, hostingCaller, managedServer, monthlyServer, plans } from '#e2e/support/hosting.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { SendError } from '#main/provider/send-error.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';

const { hosting } = contract;

const live = perTest(() => createLiveService());

/** What the provider does so that a call certainly changes nothing there. */
const failures: Partial<Record<ErrorKey, () => Response>> = {
  PROVIDER_REJECTED: () => Response.json([{ result: 'error', message: 'Not today.' }]),
  PROVIDER_UNAUTHORIZED: () => Response.json({ result: 'error', action: 'Authorization', message: 'Not Authorized!' }),
  PROVIDER_UNREACHABLE: () => {
    throw new SendError('certificate', false);
  },
  PROVIDER_UNREADABLE: () => Response.json(null),
};

const server = { serviceid: monthlyServer };
const chosen = async () => {
  const { open_run } = await live.owner.call(hosting.getServer, server);
  const { run_id } = open_run ?? (await live.owner.call(hosting.startUpgradeRun, server));
  return live.owner.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next });
};

/** Each operation that asks the provider, and its input after what has to come first. */
const callers: [OperationSpec, () => Promise<object>][] = [
  [hosting.getPriceList, async () => server],
  [hosting.getBillingcyclePrices, async () => server],
  [hosting.checkUpgradeOrder, async () => server],
  [hosting.checkUpgradeReboot, async () => server],
  [hosting.syncServers, async () => ({})],
  [hosting.startUpgradeRun, async () => server],
  [hosting.upgradeInstance, async () => ({ ...server, rid: plans.next })],
  [hosting.changeBillingCycle, async () => ({ ...server, billingcycle: 'annually' })],
  [hosting.upgradeToManaged, async () => server],
  [hosting.downgradeToUnmanaged, async () => ({ serviceid: managedServer })],
  [
    hosting.requestApproval,
    async () => {
      await live.app.join(live.owner.person, 'owner', 'second@example.com');
      await live.owner.call(hosting.updateProviderSettings, { mode: 'live', approval_limit: '0.00' });
      return { kind: 'service_level', ...server, managed: true };
    },
  ],
  [hosting.chooseUpgradePlan, async () => ({ run_id: (await chosen()).run_id, rid: plans.larger })],
  [
    hosting.orderUpgrade,
    async () => {
      const { run_id, version } = await chosen();
      return { run_id, version };
    },
  ],
  [hosting.upgradeServer, async () => ({ serviceid: (await live.owner.paid()).serviceid })],
  [hosting.confirmUpgrade, async () => ({ serviceid: (await live.owner.resized()).serviceid })],
  [hosting.revertUpgrade, async () => ({ serviceid: (await live.owner.resized()).serviceid })],
];

describe('a provider that fails', () => {
  it.each(callers.map(([operation, prepare]) => [operation.id, operation, prepare] as const))(
    'is told apart by %s in each way that its contract names',
    async (_id, operation, prepare) => {
      let input = await prepare();
      const { handle } = live.emulator;
      const declared = operation.errors.filter((key) => Object.hasOwn(failures, key));
      expect(declared.length).toBeGreaterThan(2);
      for (const key of declared) {
        live.emulator.handle = async () => (failures[key] as () => Response)();
        await failsWith(live.owner.call(operation, input as never), key);
        live.emulator.handle = handle;
        // A failure may move the run on, so it is read again.
        if (operation === hosting.orderUpgrade) input = await prepare();
      }
    },
  );

  it('is told apart by a report that an order is paid, and the report can be taken back', async () => {
    const { run_id } = await chosen();
    const report = async (finding: 'paid' | 'no_order') => {
      const { version } = await live.owner.call(hosting.getUpgradeRun, { run_id });
      return live.owner.call(hosting.reportUpgradeFinding, { run_id, version, finding, understood: true });
    };
    const { handle } = live.emulator;
    const { errors }: OperationSpec = hosting.reportUpgradeFinding;
    for (const key of errors.filter((name) => Object.hasOwn(failures, name))) {
      live.emulator.handle = async () => (failures[key] as () => Response)();
      await failsWith(report('paid'), key);
      live.emulator.handle = handle;
      expect((await report('no_order')).state).toBe('choosing');
    }
  });

  it('is asked by every operation that lists its failures', () => {
    const listing = Object.values(hosting).filter(({ errors }: OperationSpec) => errors.includes('PROVIDER_REJECTED'));
    // Servers are turned on and off at another provider: runs/power.test.ts.
    const called = [...callers.map(([{ id }]) => id), hosting.reportUpgradeFinding.id, hosting.setPower.id];
    expect(called.sort()).toEqual(listing.map(({ id }) => id).sort());
  });
});

it('a team without a provider is told so', async () => {
  const other = hostingCaller(live.app, await live.app.owner());
  const invoice = { number: '1', issued_on: '2026-11-01', total: '9.99' };
  await failsWith(other.call(hosting.addInvoice, invoice), 'PROVIDER_NOT_CONNECTED');
  for (const operation of [hosting.getPriceList, hosting.getBillingcyclePrices, hosting.syncServers]) {
    await failsWith(other.call(operation, {}), 'PROVIDER_NOT_CONNECTED');
  }
  await failsWith(other.call(hosting.resetSandbox, {}), 'PROVIDER_NOT_CONNECTED');
});

it('a run keeps others away, its disk from shrinking, and itself from being checked once it has ended', async () => {
  const { call } = live.owner;
  const { run_id } = await call(hosting.startUpgradeRun, { serviceid: managedServer });
  await failsWith(call(hosting.downgradeToUnmanaged, { serviceid: managedServer }), 'RUN_OPEN');
  await call(hosting.cancelUpgradeRun, { run_id });
  await failsWith(call(hosting.checkUpgradeRun, { run_id }), 'STATE_CONFLICT');
  const paid = await live.owner.paid();
  await failsWith(call(hosting.upgradeServer, { serviceid: paid.serviceid, disk: 1 }), 'DISK_CANNOT_SHRINK');
});
