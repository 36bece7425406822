import { createCloud, token } from '#e2e/support/hetzner/cloud.ts';
import { advanceOpenRuns } from '#main/services/hosting/advance-runs.ts';
import { contract } from '#shared/contract/index.ts';
import { createHanging } from './hanging.ts';
import { type HostingCaller, hostingCaller } from './hosting.ts';
import { createTestService } from './test-service.ts';

const { hosting } = contract;

/** Servers of the emulated account, and types for them. */
export const webServer = 'hcloud-42';
export const offServer = 'hcloud-43';
export const types = { present: 22, next: 23, largest: 24, sameSize: 33, smaller: 1 } as const;

export const hetznerSettings = {
  mode: 'live',
  provider: 'hetzner',
  key: token,
} as const;

/** A service that is connected to an emulated Hetzner Cloud, with its owner. */
export const createHetznerService = async () => {
  const hanging = createHanging();
  let cloud: ReturnType<typeof createCloud> | undefined;
  const given = () => {
    if (!cloud) throw new Error('The account is created with the service');
    return cloud;
  };
  const app = await createTestService(
    { 'rate-limits': 'off' },
    {
      provider: {
        delay: async () => {},
        random: () => 0,
        timeoutSignal: hanging.timeoutSignal,
        patience: () => new AbortController().signal,
        send: () => hanging.tie((request) => given().handle(request)),
      },
    },
  );
  cloud = createCloud({ now: () => app.clock.now(), hang: hanging.hang });
  const owner = hostingCaller(app, await app.owner());
  await owner.call(hosting.updateProviderSettings, hetznerSettings);
  await owner.call(hosting.syncServers, {});
  const call: HostingCaller['call'] = (operation, input) => owner.call(operation, input);
  const look = ({ run_id }: { run_id: string }) => call(hosting.getUpgradeRun, { run_id });
  return {
    app,
    close: () => app.close(),
    cloud,
    owner,
    call,
    look,
    /** A run with a plan, before it is changed. */
    async chosen(serviceid: string = webServer, rid: number = types.next) {
      const { run_id } = await call(hosting.startUpgradeRun, { serviceid });
      return call(hosting.chooseUpgradePlan, { run_id, rid });
    },
    begin: ({ run_id, version }: { run_id: string; version: number }) =>
      call(hosting.orderUpgrade, { run_id, version }),
    /** Lets the job look after the run this often, some seconds apart. */
    async follow(run: { run_id: string }, rounds: number, seconds = 20) {
      for (let round = 0; round < rounds; round += 1) {
        app.clock.advance(seconds * 1_000);
        await advanceOpenRuns(app.service.context);
      }
      return look(run);
    },
  };
};
export type HetznerService = Awaited<ReturnType<typeof createHetznerService>>;
