import type { PostgresCluster } from '../../fixtures/postgres-cluster.ts';
import { cpuSecondsOf } from '../cpu.ts';
import type { Measured } from '../figures.ts';
import { load } from '../load.ts';
import type { ServerProcess } from '../processes.ts';
import { untilQuiet } from '../quiet.ts';
import { median } from '../statistics.ts';

/** Of each server: whoever adds an instance has more to serve. */
const connections = 32;
/** Short turns, because the speed of the computer changes within seconds. */
const seconds = 1;
const rounds = 20;

interface Throughput {
  perSecond: number;
  /** Per second of CPU time of the servers and the database server together. */
  perCpuSecond: number;
}

interface Pair {
  one: Throughput;
  two: Throughput;
}

type Servers = readonly [ServerProcess, ServerProcess];

const throughputOf = async (
  servers: readonly ServerProcess[],
  { pid }: PostgresCluster,
  requests: readonly { path: string; token: string }[],
): Promise<Throughput> => {
  const pids = [pid, ...servers.map((server) => server.pid)];
  const [before, startedAt] = [await cpuSecondsOf(pids), performance.now()];
  const answers = await Promise.all(servers.map(({ url }) => load({ url, connections, until: { seconds }, requests })));
  const [used, passed] = [(await cpuSecondsOf(pids)) - before, (performance.now() - startedAt) / 1_000];
  const perSecond = answers.reduce((sum, answer) => sum + answer.perSecond, 0);
  return { perSecond, perCpuSecond: (perSecond * passed) / used };
};

/**
 * DECISION 0242: what two instances serve relative to one, next to the same for two bare programs: on two cores, they also share
 * those with the database server and the program that sends the requests.
 */
export const secondInstance = async ({
  cluster,
  tokens,
  path,
  instances,
  bare,
}: {
  cluster: PostgresCluster;
  tokens: readonly string[];
  path: string;
  instances: Servers;
  bare: Servers;
}): Promise<Measured[]> => {
  const asked = tokens.map((token) => ({ path, token }));
  const pairOf = async (servers: Servers, requests: typeof asked): Promise<Pair> => {
    await untilQuiet();
    const one = await throughputOf(servers.slice(0, 1), cluster, requests);
    return { one, two: await throughputOf(servers, cluster, requests) };
  };
  const samples: { ours: Pair[]; bare: Pair[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.bare.push(await pairOf(bare, [{ path: '/', token: '' }]));
    samples.ours.push(await pairOf(instances, asked));
  }
  const gain = (pairs: readonly Pair[], what: keyof Throughput): number =>
    median(pairs.map(({ two }) => two[what])) / median(pairs.map(({ one }) => one[what]));
  const figure = (name: string, what: keyof Throughput): Measured => ({
    name,
    unit: 'times',
    value: gain(samples.ours, what),
    ceiling: { is: 'a second bare route next to the first', value: gain(samples.bare, what) },
    bound: { of: 'ratio', is: 'at least', limit: 0.95 },
  });
  return [
    figure('Two instances on PostgreSQL to one, requests per second', 'perSecond'),
    figure('Two instances on PostgreSQL to one, requests per CPU second', 'perCpuSecond'),
  ];
};
