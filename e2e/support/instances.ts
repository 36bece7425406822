import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service } from '#main/app/compose.ts';
import type { SettingName } from '#main/config/settings.ts';
import { createLogger } from '#main/platform/logger.ts';
import { invoke } from '#main/transport/invoke.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { testCluster } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import { createDatabase, dropDatabase } from './postgres-cluster.ts';
import { testConfig, testOrigin, testPasswords } from './test-service.ts';

/** One instance of the service among several on one database. */
export interface Instance {
  readonly service: Service;
  call<Op extends OperationSpec>(
    operation: Op,
    input: RequestOf<Op>,
    token?: string,
    captcha?: string,
  ): Promise<OutputOf<Op>>;
}

/** Instances with the same keys, each with its own data folder, that share a clock. */
export interface Instances {
  readonly all: readonly [Instance, Instance];
  readonly clock: FakeClock;
  /** Of their database. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts two instances on a new database of the run's cluster. Their workers are not started. */
export const createInstances = async (flags: Partial<Record<SettingName, string>> = {}): Promise<Instances> => {
  const cluster = process.env[testCluster.url];
  if (cluster === undefined) throw new Error('Run these tests with npm run test:postgres');
  const url = await createDatabase(cluster, testCluster.template);
  const clock = createFakeClock();
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'castellan-instance-'))));
  const [first, second] = folders as [string, string];
  const open = async (dataDir: string): Promise<Instance> => {
    const service = await createService(
      { ...testConfig(dataDir, flags), databaseServer: { url, connections: 6 } },
      { clock, log: createLogger('silent'), provider: noNetwork, ...testPasswords() },
    );
    service.announce(testOrigin, [new URL(testOrigin).host]);
    return {
      service,
      call: async (operation, input, token, captcha) =>
        operation.output.parse(
          await invoke(service.context, operation, input, {
            authorization: token === undefined ? undefined : `Bearer ${token}`,
            client: {
              captcha,
              ip: '127.0.0.1',
              isLocal: () => true,
              userAgent: 'castellan-test',
              background: false,
              requestId: 'req_test',
            },
          }),
        ) as never,
    };
  };
  const one = await open(first);
  // As docs/operating.md tells operators to.
  await cp(join(first, 'keys.json'), join(second, 'keys.json'));
  const two = await open(second);
  return {
    all: [one, two],
    clock,
    url,
    async close() {
      await Promise.all([one.service.stop(), two.service.stop()]);
      await dropDatabase(cluster, url);
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
};
