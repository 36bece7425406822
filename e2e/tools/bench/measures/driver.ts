import { join } from 'node:path';
import type { Bench, Measure } from '../bench.ts';
import type { Measured } from '../figures.ts';
import { untilQuiet } from '../quiet.ts';
import { type Asked, type Driver, openBare, openInWorker, openPresent } from '../sqlite-drivers.ts';

const rows = 10_000;
const rounds = 5;
/** Statements in flight, as many as requests of one turn of the event loop ask. */
const inFlight = 16;

/** What the service asks most: a row by its key, a durable write of one row, and a page of a sorted list. */
const questions: Record<string, { count: number; ask(n: number): Asked }> = {
  'Point read': {
    count: 30_000,
    ask: (n) => ({ sql: 'select * from people where id = ?', parameters: [n % rows], rows: true }),
  },
  'Durable write': {
    count: 2_000,
    ask: (n) => ({ sql: 'update people set seen = ? where id = ?', parameters: [n, n % rows], rows: false }),
  },
  'List of 100': {
    count: 2_000,
    ask: (n) => ({
      sql: 'select * from people where name > ? order by name limit 100',
      parameters: [`Person ${n % rows}`],
      rows: true,
    }),
  },
};

const fill = async (file: string): Promise<void> => {
  const bare = await openBare(file);
  const run = (sql: string, parameters: Asked['parameters'] = []) => bare.ask({ sql, parameters, rows: false });
  await bare.ask({ sql: 'pragma journal_mode = wal', parameters: [], rows: true });
  await run(
    'create table people (id integer primary key, name text, email text, role text, created integer, seen integer)',
  );
  await run('create index people_by_name on people (name)');
  await run('begin');
  for (let n = 0; n < rows; n += 1)
    await run('insert into people values (?, ?, ?, ?, ?, ?)', [
      n,
      `Person ${n}`,
      `person.${n}@example.com`,
      'member',
      n,
      n,
    ]);
  await run('commit');
  await bare.close();
};

interface Cost {
  /** Microseconds by the clock, and of CPU time of all threads, for each statement. */
  clock: number;
  cpu: number;
}

/** Keeps so many statements in flight until all are answered. */
const costOf = async (driver: Driver, { count, ask }: (typeof questions)[string]): Promise<Cost> => {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  let next = 0;
  const goOn = async (): Promise<void> => {
    while (next < count) await driver.ask(ask(next++));
  };
  await Promise.all(Array.from({ length: inFlight }, goOn));
  const { user, system } = process.cpuUsage(before);
  return { clock: ((performance.now() - startedAt) * 1_000) / count, cpu: (user + system) / count };
};

const withDrivers = async <Result>(
  bench: Bench,
  work: (drivers: Record<'present' | 'worker' | 'bare', Driver>) => Promise<Result>,
): Promise<Result> => {
  const file = join(await bench.folder(), 'driver.db');
  await fill(file);
  const drivers = { present: await openPresent(file), worker: await openInWorker(file), bare: await openBare(file) };
  try {
    return await work(drivers);
  } finally {
    for (const driver of Object.values(drivers)) await driver.close();
  }
};

/** What statements cost through the driver of Castellan, through `node:sqlite` in a worker thread, and through it without one. */
export const driver: Measure = (bench) =>
  withDrivers(bench, async (drivers) => {
    const figures: Measured[] = [];
    for (const [name, question] of Object.entries(questions)) {
      const costs: Record<keyof typeof drivers, Cost[]> = { present: [], worker: [], bare: [] };
      for (let round = -1; round < rounds; round += 1) {
        await untilQuiet();
        for (const which of ['bare', 'present', 'worker'] as const) {
          const cost = await costOf(drivers[which], question);
          // The first round warms up.
          if (round >= 0) costs[which].push(cost);
        }
      }
      for (const [which, through] of [
        ['present', 'sqlite3'],
        ['worker', 'node:sqlite in a worker'],
      ] as const)
        for (const [what, per] of [
          ['clock', 'time'],
          ['cpu', 'CPU time'],
        ] as const)
          figures.push({
            name: `${name} through ${through}, ${per}`,
            unit: 'µs',
            values: costs[which].map((cost) => cost[what]),
            ceiling: { is: 'node:sqlite on the thread that asks', values: costs.bare.map((cost) => cost[what]) },
            bound: { of: 'ratio', is: 'at most', limit: 20 },
          });
    }
    return figures;
  });
