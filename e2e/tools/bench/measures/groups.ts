import { queryDatabase, startPostgres } from '../../../support/postgres-cluster.ts';
import { type Measure, withRunningService } from '../bench.ts';
import type { Measured } from '../figures.ts';
import { type LoadResult, load } from '../load.ts';
import { moveToDatabaseServer } from '../move-to-server.ts';
import { type ServiceProcess, startService } from '../processes.ts';
import type { Member } from '../seed.ts';
import { groupsShape, type SeededGroups, seedGroups } from '../seed-groups.ts';
import { inTurn } from '../statistics.ts';

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

/** People in so many groups, beside people in none. */
const compared = async (
  engine: string,
  { ours, inNone, are }: { ours: readonly Member[]; inNone: readonly Member[]; are: string },
  start: () => Promise<ServiceProcess>,
  ratio: { readonly busy: number; readonly first: number },
): Promise<Measured[]> => {
  const usual = await withRunningService(start(), async (service) => {
    await busyWith(service, inNone);
    await busyWith(service, ours);
    return inTurn(
      rounds,
      () => busyWith(service, ours),
      () => busyWith(service, inNone),
    );
  });
  // After a start, nothing of anyone is in memory.
  const first = await inTurn(
    starts,
    () => withRunningService(start(), (service) => once(service, ours)),
    () => withRunningService(start(), (service) => once(service, inNone)),
  );
  return [
    {
      name: `Profile in ${are} on ${engine}, requests per second`,
      unit: 'req/s',
      values: usual.ours.map(({ perSecond }) => perSecond),
      ceiling: { is: 'people in none', values: usual.ceiling.map(({ perSecond }) => perSecond) },
      bound: { of: 'ratio', is: 'at least', limit: ratio.busy },
    },
    {
      name: `First request in ${are} on ${engine}, p50`,
      unit: 'ms',
      values: first.ours.map(({ p50 }) => p50),
      ceiling: { is: 'people in none', values: first.ceiling.map(({ p50 }) => p50) },
      bound: { of: 'ratio', is: 'at most', limit: ratio.first },
    },
  ];
};

const both = async (
  engine: string,
  { inOne, inMany, inNone }: SeededGroups,
  start: () => Promise<ServiceProcess>,
  ofMany: { readonly busy: number; readonly first: number },
): Promise<Measured[]> => [
  ...(await compared(engine, { ours: inOne, inNone, are: 'one group' }, start, { busy: 0.95, first: 1.2 })),
  ...(await compared(engine, { ours: inMany, inNone, are: `${groupsShape.groupsEach} groups` }, start, ofMany)),
];

/** What groups and their custom roles cost each request, in an organization of a million members in ten thousand groups. */
export const groups: Measure = async (bench) => {
  const seeded = await seedGroups(await bench.folder());
  const onSqlite = await both('SQLite', seeded, () => startService(seeded.dataDir), { busy: 0.95, first: 2 });
  const cluster = await startPostgres({ durable: true });
  try {
    const url = await moveToDatabaseServer(seeded, cluster.url);
    // As the server does by itself a while after so many rows.
    await queryDatabase(url, 'vacuum');
    const start = () => startService(seeded.dataDir, { CASTELLAN_DATABASE_URL: url });
    // What another instance changes counts at once, so the server reads each group for each request.
    return [...onSqlite, ...(await both('PostgreSQL', seeded, start, { busy: 0.5, first: 2 }))];
  } finally {
    await cluster.stop();
  }
};
