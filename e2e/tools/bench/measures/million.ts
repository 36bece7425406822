import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { purge } from '#main/jobs/purge.ts';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { type Measure, withRunningService } from '../bench.ts';
import type { Measured } from '../figures.ts';
import { load } from '../load.ts';
import { cpuSeconds, type ServiceProcess, startService } from '../processes.ts';
import { withService } from '../seed.ts';
import { millionShape, seedMillion } from '../seed-million.ts';
import { inTurn, median } from '../statistics.ts';

const startRounds = 5;
/** Enough for a p99: of a hundred, it would be the slowest. */
const requests = 500;
/** Seconds. */
const idleWithin = 300;

const atMost = (limit: number): Measured['bound'] => ({ of: 'value', is: 'at most', limit });

/** A purge alongside other work: the longest time that a small write took, in milliseconds. */
const purgeBesideWrites = (dataDir: string): Promise<{ longest: number; usual: number }> =>
  withService(dataDir, async ({ context }) => {
    const write = async (): Promise<number> => {
      const startedAt = performance.now();
      await context.db.transaction({ tenant: 'tnt_small_1' }, (tx) =>
        tablesOf(tx).updateTable('tenants').set({ name: 'Small' }).where('id', '=', 'tnt_small_1').execute(),
      );
      return performance.now() - startedAt;
    };
    const alone: number[] = [];
    for (let n = 0; n < requests; n += 1) alone.push(await write());
    let purging = true;
    const purged = purge(context).finally(() => {
      purging = false;
    });
    const beside: number[] = [];
    while (purging) beside.push(await write());
    await purged;
    return { longest: Math.max(...beside), usual: median(alone) };
  });

/** CPU time of this process that some work takes, in microseconds. */
const cpuMicroseconds = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; spent: number }> => {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, spent: user + system };
};

/** Verifies the whole log. CPU time in microseconds per row. */
const verifyAuditLog = (dataDir: string, tenantId: string): Promise<number> =>
  withService(dataDir, async ({ context: { db, audit } }) => {
    const { result, spent } = await cpuMicroseconds(() => verifyAuditChain(db.read, audit, tenantId));
    if (!result.valid) throw new Error(`The log is broken: ${JSON.stringify(result)}`);
    return spent / result.checked;
  });

/** The least that the digests of a row cost. */
const hmacMicroseconds = async (): Promise<number> => {
  const [key, text] = [randomBytes(32), 'x'.repeat(300)];
  const rows = 20_000;
  const { spent } = await cpuMicroseconds(async () => {
    for (let n = 0; n < 3 * rows; n += 1) createHmac('sha256', key).update(text).digest('base64url');
  });
  return spent / rows;
};

/** Typical queries on a large installation. Each search is a new one, so none is answered from a cache. */
const questions = (tenantId: string): Record<string, (n: number) => string> => {
  const tenant = `/api/v1/tenants/${tenantId}`;
  return {
    'Team list of 500,000, first page': () => `${tenant}/users?limit=100`,
    'Team list of 500,000, deep page': (n) => `${tenant}/users?limit=100&offset=${400_000 + n}`,
    'Team list of 500,000, search that a few match': (n) => `${tenant}/users?limit=100&q=person.${4_000 + n}`,
    'Team list of 500,000, search that no one matches': (n) => `${tenant}/users?limit=100&q=nobody%20${n}`,
    'Audit log of 1,000,000, first page': () => `${tenant}/audit?limit=100`,
    'Audit log of 1,000,000, deep page': (n) => `${tenant}/audit?limit=100&offset=${900_000 + n}`,
    'Audit log of 1,000,000, search that a few match': (n) => `${tenant}/audit?limit=100&q=person.${4_000 + n}`,
    'Audit log of 1,000,000, search that no one matches': (n) => `${tenant}/audit?limit=100&q=nobody%20${n}`,
    'Audit log of 1,000,000, one action, deep page': (n) => `${tenant}/audit?limit=100&action=login&offset=${n * 600}`,
    'Open sessions of 500,000 people, counted': () => `${tenant}/sessions/count`,
  };
};

/** Waits until the service has done what it does after each start, such as verifying the audit log. */
const untilIdle = async (service: ServiceProcess): Promise<void> => {
  for (let waited = 0; waited < idleWithin; waited += 1) {
    const before = await cpuSeconds(service);
    await sleep(1_000);
    if ((await cpuSeconds(service)) - before < 0.2) return;
  }
  throw new Error('The service is busy with something else');
};

/** 1,000,000 users, sessions and audit rows in one database file. */
export const million: Measure = async (bench) => {
  const dataDir = await bench.folder();
  const { tenantId, members } = await seedMillion(dataDir);
  const token = members[0]?.accessToken ?? '';
  const figures: Measured[] = [];
  // Before any service starts, which would do both on its own.
  figures.push({
    name: 'Audit verification of 1,000,000 rows, CPU per row',
    unit: 'µs',
    values: [await verifyAuditLog(dataDir, tenantId)],
    ceiling: { is: 'three HMACs of 300 bytes', values: [await hmacMicroseconds()] },
    bound: atMost(20),
  });
  const { longest, usual } = await purgeBesideWrites(dataDir);
  figures.push({
    name: 'Longest write beside a purge of 20,000 sessions',
    unit: 'ms',
    values: [longest],
    ceiling: { is: 'median of the same write alone', values: [usual] },
    bound: atMost(50),
  });
  const started = await inTurn(
    startRounds,
    () => withRunningService(startService(dataDir), async ({ startedIn }) => startedIn / 1_000),
    () => withRunningService(bench.bare({}), async ({ startedIn }) => startedIn / 1_000),
  );
  figures.push({
    name: `Start on ${millionShape.rows.toLocaleString('en-US')} users, sessions and audit rows`,
    unit: 's',
    values: started.ours,
    ceiling: { is: 'start of a bare Fastify server', values: started.ceiling },
    bound: atMost(1),
  });
  await withRunningService(startService(dataDir), (service) =>
    withRunningService(bench.bare({}), async (bare) => {
      const ask = async ({ url }: ServiceProcess, paths: readonly string[], bearer?: string) => {
        const asked = paths.map((path) => ({ path, ...(bearer !== undefined && { token: bearer }) }));
        return load({ url, connections: 1, until: { requests }, requests: asked });
      };
      const ceiling = { is: 'bare Fastify route', values: [(await ask(bare, ['/'])).p99] };
      await untilIdle(service);
      for (const [name, pathOf] of Object.entries(questions(tenantId))) {
        const paths = Array.from({ length: requests }, (_, n) => pathOf(n));
        const before = await cpuSeconds(service);
        const { p99, slowest } = await ask(service, paths, token);
        const cpu = ((await cpuSeconds(service)) - before) * (1_000 / requests);
        figures.push({ name: `${name}, p99`, unit: 'ms', values: [p99], ceiling, bound: atMost(50) });
        // Counted once, before anything is in memory.
        figures.push({ name: `${name}, slowest`, unit: 'ms', values: [slowest], ceiling, bound: atMost(1_000) });
        // Other work on the machine slows every answer, but barely this.
        figures.push({ name: `${name}, CPU`, unit: 'ms', values: [cpu], ceiling, bound: atMost(50) });
      }
      const { p99 } = await ask(service, ['/metrics']);
      figures.push({ name: 'Metrics of 1,000,000 users, p99', unit: 'ms', values: [p99], ceiling, bound: atMost(20) });
    }),
  );
  return figures;
};
