import { startPostgres } from '../../../support/postgres-cluster.ts';
import { type Measure, withRunningService } from '../bench.ts';
import type { Measured } from '../figures.ts';
import { type LoadResult, load } from '../load.ts';
import { moveToDatabaseServer } from '../move-to-server.ts';
import { type ServiceProcess, startService } from '../processes.ts';
import type { Member } from '../seed.ts';
import { groupsShape, type SeededGroups, seedGroups } from '../seed-groups.ts';
import { inTurn, median } from '../statistics.ts';

const path = '/api/v1/users/me';
const busy = 32;
const seconds = 1;
const rounds = 10;
const starts = 3;

const requestsOf = (members: readonly Member[]) => members.map(({ accessToken: token }) => ({ path, token }));

const busyWith = ({ url }: ServiceProcess, members: readonly Member[]): Promise<LoadResult> =>
  load({ url, connections: busy, until: { seconds }, requests: requestsOf(members) });

/** Each once, one after the other. */
const once = ({ url }: ServiceProcess, members: readonly Member[]): Promise<LoadResult> =>
  load({ url, connections: 1, until: { requests: members.length }, requests: requestsOf(members) });

const compared = async (
  engine: string,
  { inGroups, inNone }: SeededGroups,
  start: () => Promise<ServiceProcess>,
): Promise<Measured[]> => {
  const usual = await withRunningService(start(), async (service) => {
    await busyWith(service, inNone);
    await busyWith(service, inGroups);
    return inTurn(
      rounds,
      () => busyWith(service, inGroups),
      () => busyWith(service, inNone),
    );
  });
  // After a start, nothing of anyone is in memory.
  const first = await inTurn(
    starts,
    () => withRunningService(start(), (service) => once(service, inGroups)),
    () => withRunningService(start(), (service) => once(service, inNone)),
  );
  return [
    {
      name: `Profile in ${groupsShape.groupsEach} groups on ${engine}, requests per second`,
      unit: 'req/s',
      value: median(usual.ours.map(({ perSecond }) => perSecond)),
      ceiling: { is: 'people in none', value: median(usual.ceiling.map(({ perSecond }) => perSecond)) },
      bound: { of: 'ratio', is: 'at least', limit: 0.95 },
    },
    {
      name: `First request in ${groupsShape.groupsEach} groups on ${engine}, p50`,
      unit: 'ms',
      value: median(first.ours.map(({ p50 }) => p50)),
      ceiling: { is: 'people in none', value: median(first.ceiling.map(({ p50 }) => p50)) },
      bound: { of: 'ratio', is: 'at most', limit: 2 },
    },
  ];
};

/** What groups and their custom roles cost each request, in an organization of a million members in ten thousand groups. */
export const groups: Measure = async (bench) => {
  const seeded = await seedGroups(await bench.folder());
  const onSqlite = await compared('SQLite', seeded, () => startService(seeded.dataDir));
  const cluster = await startPostgres({ durable: true });
  try {
    const url = await moveToDatabaseServer(seeded, cluster.url);
    const start = () => startService(seeded.dataDir, { CASTELLAN_DATABASE_URL: url });
    return [...onSqlite, ...(await compared('PostgreSQL', seeded, start))];
  } finally {
    await cluster.stop();
  }
};
