import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../support/postgres-cluster.ts';
import { type Measure, withRunningService } from '../bench.ts';
import { type Client, createClient } from '../clients.ts';
import { type Consoles, openConsoles } from '../consoles.ts';
import type { Measured } from '../figures.ts';
import { copyOf, moveToDatabaseServer } from '../move-to-server.ts';
import { readsSoFar, residentBytes, type ServiceProcess, startService } from '../processes.ts';
import { type Member, type SeededWithStrangers, seedWithStrangers } from '../seed.ts';
import { median } from '../statistics.ts';

const users = 2_000;
const consoles = 1_500;
const quickEdits = 100;
const singleEdits = 10;
/** Until the reports of the last edit are out. */
const settledMs = 3_000;
/** How many sessions one statement reads. */
const perStatement = 500;

interface Told {
  /** Milliseconds from an edit to the last console that hears of it. */
  slowest: number;
  bytes: number;
}

/** Runs single edits, each of which all consoles hear of. Returns the median of the time that this takes. */
const tell = async (open: Consoles, edit: (n: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < singleEdits; n += 1) {
    const startedAt = performance.now();
    await Promise.all([open.allHear(), edit(n)]);
    times.push(performance.now() - startedAt);
    await pause(200);
  }
  return median(times);
};

const withConsoles = async <Result>(
  { url }: ServiceProcess,
  tokens: readonly string[],
  work: (open: Consoles, client: Client) => Promise<Result>,
): Promise<Result> => {
  const open = await openConsoles(url, tokens);
  const client = createClient(url);
  try {
    return await work(open, client);
  } finally {
    client.close();
    open.close();
  }
};

const bareConsoles = (server: ServiceProcess): Promise<Told> =>
  withConsoles(server, Array<string>(consoles).fill(''), async (open, client) => {
    const slowest = await tell(open, () => client.send('PUT', '/change'));
    return { slowest, bytes: await residentBytes(server) };
  });

const measure = (
  server: ServiceProcess,
  { members, strangers }: SeededWithStrangers,
  { engine, bare }: { engine: string; bare: Told },
): Promise<Measured[]> =>
  withConsoles(
    server,
    members.map(({ accessToken }) => accessToken),
    async (open, client) => {
      const edit = ({ accessToken }: Member, n: number) =>
        client.send('PUT', '/api/v1/users/me', { token: accessToken, body: { name: `Renamed ${n}` } });
      const memberAt = (n: number) => members[n % members.length] as Member;
      /** How often anyone reads the database meanwhile, and for how many milliseconds. */
      const readsDuring = async (work: () => Promise<unknown>, waitMs = settledMs) => {
        const [before, startedAt] = [await readsSoFar(server), performance.now()];
        await work();
        await pause(waitMs);
        return { reads: (await readsSoFar(server)) - before, ms: performance.now() - startedAt };
      };
      await pause(settledMs);
      /** What the question itself reads. */
      const asking = (await readsDuring(async () => {}, 0)).reads;
      const idle = await readsDuring(async () => {});
      const perMs = Math.max(0, idle.reads - asking) / idle.ms;
      /** Without what is read all the time: on a shared database, every stream is checked each second. */
      const readsPer = async (count: number, work: () => Promise<unknown>): Promise<number> => {
        const { reads, ms } = await readsDuring(work);
        return Math.max(0, reads - asking - perMs * ms) / count;
      };
      let slowest = Number.NaN;
      const ofOne = await readsPer(singleEdits, async () => {
        slowest = await tell(open, (n) => edit(memberAt(n), n));
      });
      const ofStranger = await readsPer(1, () => edit(strangers[0] as Member, 0));
      const ofQuick = await readsPer(quickEdits, async () => {
        for (let n = 0; n < quickEdits; n += 1) await edit(memberAt(n), n);
      });
      const least = Math.ceil(consoles / perStatement);
      const reads = (name: string, value: number): Measured => ({
        name: `Reads for ${name}, ${engine}`,
        unit: 'reads',
        values: [value],
        ceiling: { is: `one statement for each ${perStatement} sessions`, values: [least] },
        bound: { of: 'value', is: 'at most', limit: 50 },
      });
      return [
        {
          name: `Consoles still open after these edits, ${engine}`,
          unit: '',
          values: [consoles - open.ended()],
          ceiling: { is: 'as many as were opened', values: [consoles] },
          bound: { of: 'ratio', is: 'at least', limit: 1 },
        },
        reads('an edit of their organization', ofOne),
        reads('each of 100 quick edits', ofQuick),
        reads("a stranger's edit", ofStranger),
        {
          name: `From an edit to the last of 1,500 consoles, p50, ${engine}`,
          unit: 'ms',
          values: [slowest],
          ceiling: { is: 'bare Fastify server that tells each stream at once', values: [bare.slowest] },
          bound: { of: 'ratio', is: 'at most', limit: 10 },
        },
        {
          name: `Resident memory with 1,500 consoles, ${engine}`,
          unit: 'MB',
          values: [(await residentBytes(server)) / 1_000_000],
          ceiling: { is: 'the same bare server', values: [bare.bytes / 1_000_000] },
          bound: { of: 'value', is: 'at most', limit: 450 },
        },
      ];
    },
  );

/** What 1,500 open consoles of one organization cost when somebody edits something, on both engines. */
export const consolesOpen: Measure = async (bench) => {
  const seeded = await seedWithStrangers(await bench.folder(), users, { sessions: consoles, strangers: 1 });
  const bare = await withRunningService(bench.bare({}), bareConsoles);
  const embedded = await withRunningService(startService(await copyOf(seeded.dataDir)), (service) =>
    measure(service, seeded, { engine: 'SQLite', bare }),
  );
  const cluster = await startPostgres({ durable: true });
  try {
    const url = await moveToDatabaseServer(seeded, cluster.url);
    const shared = await withRunningService(startService(seeded.dataDir, { CASTELLAN_DATABASE_URL: url }), (service) =>
      measure(service, seeded, { engine: 'PostgreSQL', bare }),
    );
    return [...embedded, ...shared];
  } finally {
    await cluster.stop();
  }
};
