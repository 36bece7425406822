import type { PostgresCluster } from '../../../support/postgres-cluster.ts';
import { cpuSecondsOf } from '../cpu.ts';
import type { Measured } from '../figures.ts';
import type { ServiceProcess } from '../processes.ts';
import { untilQuiet } from '../quiet.ts';
import { type Stream, throughput } from '../throughput.ts';

/** Of each server: whoever adds an instance has more to serve. */
const connections = 32;
/** Short turns, because the speed of the computer changes within seconds. */
const seconds = 1;
const rounds = 20;
/** The second ones have only just started, and their code isn't optimized yet. */
const warmUpSeconds = 10;

interface Speed {
  perSecond: number;
  /** Per second of CPU time of the servers and the database server together. */
  perCpuSecond: number;
}

interface Pair {
  one: Speed;
  two: Speed;
}

type Servers = readonly [ServiceProcess, ServiceProcess];

type Asked = Pick<Stream, 'path' | 'tokensFile'>;

const speedOf = async (servers: readonly ServiceProcess[], { pid }: PostgresCluster, asked: Asked): Promise<Speed> => {
  const pids = [pid, ...servers.map((server) => server.pid)];
  const before = await cpuSecondsOf(pids);
  const streams = await Promise.all(servers.map(({ url }) => throughput({ ...asked, url, connections, seconds })));
  const used = (await cpuSecondsOf(pids)) - before;
  return {
    perSecond: streams.reduce((sum, { perSecond }) => sum + perSecond, 0),
    perCpuSecond: streams.reduce((sum, { answers }) => sum + answers, 0) / used,
  };
};

/**
 * What two instances serve, next to one. DECISION 0242: also next to what a second bare program adds, because on two cores,
 * both share these with the database server.
 */
export const secondInstance = async ({
  cluster,
  asked,
  instances,
  bare,
}: {
  cluster: PostgresCluster;
  asked: Asked;
  instances: Servers;
  bare: Servers;
}): Promise<Measured[]> => {
  const pairOf = async (servers: Servers, path: string): Promise<Pair> => {
    await untilQuiet();
    const one = await speedOf(servers.slice(0, 1), cluster, { ...asked, path });
    return { one, two: await speedOf(servers, cluster, { ...asked, path }) };
  };
  await throughput({ ...asked, path: '/', url: bare[1].url, connections, seconds: warmUpSeconds });
  await throughput({ ...asked, url: instances[1].url, connections, seconds: warmUpSeconds });
  const samples: { ours: Pair[]; bare: Pair[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.bare.push(await pairOf(bare, '/'));
    samples.ours.push(await pairOf(instances, asked.path));
  }
  const of = (pairs: readonly Pair[], which: keyof Pair, what: keyof Speed): number[] =>
    pairs.map((pair) => pair[which][what]);
  const gain = (pairs: readonly Pair[], what: keyof Speed): number[] =>
    pairs.map(({ one, two }) => two[what] / one[what]);
  const figures = (what: keyof Speed, per: string, ceiling: string): Measured[] => [
    {
      name: `Profile on PostgreSQL, two instances at 32 connections each, requests per ${per}`,
      unit: 'req/s',
      values: of(samples.ours, 'two', what),
      ceiling: { is: ceiling, values: of(samples.ours, 'one', what) },
      bound: { of: 'ratio', is: 'at least', limit: 1 },
    },
    {
      name: `The same relative to one instance, requests per ${per}`,
      unit: 'times',
      values: gain(samples.ours, what),
      ceiling: { is: 'two bare routes relative to one', values: gain(samples.bare, what) },
      bound: { of: 'ratio', is: 'at least', limit: 1 },
    },
  ];
  return [
    ...figures('perSecond', 'second', 'one instance'),
    ...figures('perCpuSecond', 'CPU second', 'one instance; the CPU time of instances and server'),
  ];
};
