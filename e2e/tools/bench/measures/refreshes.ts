import { join } from 'node:path';
import sqlite3, { type Database } from 'sqlite3';
import { type Measure, usualUsers, withRunningService } from '../bench.ts';
import { type Client, repeat } from '../clients.ts';
import { startService } from '../processes.ts';
import type { Member } from '../seed.ts';
import { inTurn } from '../statistics.ts';

const seconds = 4;
/** Enough clients to keep the writer busy: this measures commits, not one client's latency. */
const clients = 32;
const rounds = 5;

const run = (db: Database, sql: string): Promise<void> =>
  new Promise((resolve, reject) => {
    db.exec(sql, (error) => (error ? reject(error) : resolve()));
  });

/** Durable commits per second of the bare driver: one row, three statements. */
const bareCommits = async (file: string): Promise<number> => {
  const db = new sqlite3.Database(file);
  await run(db, 'pragma journal_mode = wal; pragma synchronous = full');
  await run(
    db,
    'create table if not exists bare (id integer primary key, n integer); insert or ignore into bare values (1, 0)',
  );
  const update = db.prepare('update bare set n = n + 1 where id = 1');
  const startedAt = performance.now();
  let commits = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    await run(db, 'begin immediate');
    await new Promise<void>((resolve, reject) => {
      update.run((error: Error | null) => (error ? reject(error) : resolve()));
    });
    await run(db, 'commit');
    commits += 1;
  }
  const perSecond = commits / ((performance.now() - startedAt) / 1_000);
  await new Promise<void>((resolve) => update.finalize(() => resolve()));
  await new Promise<void>((resolve) => db.close(() => resolve()));
  return perSecond;
};

/** One step of a client: exchange its refresh token for the next. */
export const refreshFor =
  (members: readonly Member[]) =>
  async (client: Client, index: number): Promise<void> => {
    const member = members[index] as Member;
    const answer = await client.send<{ refresh_token: string }>('POST', '/api/v1/auth/refresh', {
      body: { refresh_token: member.refreshToken },
    });
    member.refreshToken = answer.refresh_token;
  };

/** Refresh rotations per second. Each is durable before it is answered. */
export const refreshes: Measure = async (bench) => {
  const { dataDir, members } = await bench.seeded(usualUsers);
  const bareFile = join(await bench.folder(), 'bare.db');
  return withRunningService(startService(dataDir), async (service) => {
    const rotate = () => repeat(service.url, clients, { seconds }, refreshFor(members));
    await rotate();
    const { ours, ceiling } = await inTurn(rounds, rotate, () => bareCommits(bareFile));
    return [
      {
        name: 'Refresh rotations per second',
        unit: '/s',
        values: ours,
        ceiling: {
          is: 'BEGIN IMMEDIATE; UPDATE; COMMIT in a loop, same driver, same durability',
          values: ceiling,
        },
        bound: { of: 'ratio', is: 'at least', limit: 0.5 },
      },
    ];
  });
};
