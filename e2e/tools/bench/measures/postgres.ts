import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresCluster, startPostgres } from '../../../support/postgres-cluster.ts';
import { type Bench, type Measure, usualUsers, withRunningService } from '../bench.ts';
import { repeat } from '../clients.ts';
import type { Measured } from '../figures.ts';
import { load } from '../load.ts';
import { moveToDatabaseServer } from '../move-to-server.ts';
import { type ServiceProcess, startBareHttpServerOnPostgres, startService } from '../processes.ts';
import type { Seeded } from '../seed.ts';
import { inTurn } from '../statistics.ts';
import { refreshFor } from './refreshes.ts';
import { secondInstance } from './second-instance.ts';

const path = '/api/v1/users/me';
const busy = 32;
/** Short turns, because the speed of the computer changes within seconds. */
const seconds = 1;
const rounds = 20;

const ask = (url: string, at: string, tokens: readonly string[], connections: number) =>
  load({ url, connections, until: { seconds }, requests: tokens.map((token) => ({ path: at, token })) });

const update = (client: { send(method: string, path: string): Promise<unknown> }): Promise<void> =>
  client.send('POST', '/update').then(() => {});

const measure = async (
  { dataDir, members }: Seeded,
  url: string,
  cluster: PostgresCluster,
  service: ServiceProcess,
  bare: ServiceProcess,
): Promise<Measured[]> => {
  const tokens = members.map(({ accessToken }) => accessToken);
  const reads = (connections: number) =>
    inTurn(
      rounds,
      () => ask(service.url, path, tokens, connections),
      () => ask(bare.url, '/', [''], connections),
    );
  await ask(service.url, path, tokens, busy);
  await ask(bare.url, '/', [''], busy);
  const [many, one] = [await reads(busy), await reads(1)];
  const rotate = () => repeat(service.url, busy, { seconds }, refreshFor(members));
  await rotate();
  const refreshes = await inTurn(rounds, rotate, () => repeat(bare.url, busy, { seconds }, update));
  const tokensFile = `${dataDir}-2/tokens`;
  await writeFile(tokensFile, tokens.join('\n'));
  const two = await withRunningService(startService(`${dataDir}-2`, { CASTELLAN_DATABASE_URL: url }), (second) =>
    withRunningService(startBareHttpServerOnPostgres(url, `${dataDir}-2/second-bare.log`), (secondBare) =>
      secondInstance({ cluster, asked: { path, tokensFile }, instances: [service, second], bare: [bare, secondBare] }),
    ),
  );
  return [
    {
      name: 'Profile on PostgreSQL at 32 connections, requests per second',
      unit: 'req/s',
      values: many.ours.map(({ perSecond }) => perSecond),
      ceiling: {
        is: 'bare Fastify route, the same rows in the same groups',
        values: many.ceiling.map(({ perSecond }) => perSecond),
      },
      bound: { of: 'ratio', is: 'at least', limit: 0.5 },
    },
    {
      name: 'Profile on PostgreSQL at one connection, p50',
      unit: 'ms',
      values: one.ours.map(({ p50 }) => p50),
      ceiling: { is: 'the same bare route', values: one.ceiling.map(({ p50 }) => p50) },
      bound: { of: 'ratio', is: 'at most', limit: 1.5 },
    },
    {
      name: 'Refresh rotations on PostgreSQL per second',
      unit: '/s',
      values: refreshes.ours,
      ceiling: { is: 'bare Fastify route, one durable update', values: refreshes.ceiling },
      bound: { of: 'ratio', is: 'at least', limit: 0.5 },
    },
    ...two,
  ];
};

/** Moves a seeded folder to a server, with its keys in a second folder for another instance. */
const moved = async (bench: Bench, clusterUrl: string): Promise<{ seeded: Seeded; url: string }> => {
  const seeded = await bench.seeded(usualUsers);
  const url = await moveToDatabaseServer(seeded, clusterUrl);
  await cp(join(seeded.dataDir, 'keys.json'), join(`${seeded.dataDir}-2`, 'keys.json'));
  return { seeded, url };
};

/** The service on a PostgreSQL of this computer that waits for the disk, next to bare routes on the same one. */
export const postgres: Measure = async (bench) => {
  const cluster = await startPostgres({ durable: true });
  try {
    const { seeded, url } = await moved(bench, cluster.url);
    return await withRunningService(startService(seeded.dataDir, { CASTELLAN_DATABASE_URL: url }), (service) =>
      withRunningService(startBareHttpServerOnPostgres(url, `${seeded.dataDir}-2/bare.log`), (bare) =>
        measure(seeded, url, cluster, service, bare),
      ),
    );
  } finally {
    await cluster.stop();
  }
};
