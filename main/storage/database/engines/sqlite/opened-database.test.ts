import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testConfig } from '#e2e/support/test-service.ts';
import { createService } from '../../../../app/compose.ts';
import { type DataFolder, dataFolder } from '../../../../platform/data-folder.ts';
import { createLogger } from '../../../../platform/logger.ts';
import type { Database, ReadScope } from '../../database.ts';
import { migrations } from '../../migrations/index.ts';
import type { Queries } from '../../schema.ts';
import { tablesOf } from '../../tables.ts';
import { inspectDatabase, openDatabase } from './open.ts';
import { openSqlite3 } from './sqlite3-connection.ts';

const place = perTest(() => temporaryFolder('castellan-test-'));
let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(place.path);
});

const addTenant = (db: Database, id: string) =>
  tablesOf(db.write).insertInto('tenants').values({ id, name: id, created_at: 0, delete_at: null }).execute();
const pragma = async (db: Queries, name: string): Promise<unknown> => {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(tablesOf(db));
  return Object.values(rows[0] ?? {})[0];
};
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

describe('writers', () => {
  it('do not wait for all slow transactions of another tenant', async () => {
    const database = await openDatabase(folder);
    const done: string[] = [];
    const write = (scope: { tenant?: string; address?: string }, name: string) =>
      database.transaction(scope, async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        done.push(name);
      });
    const slow = Array.from({ length: 30 }, () => write({ tenant: 'busy' }, 'busy'));
    await Promise.all([write({ tenant: 'other' }, 'other'), write({ address: '192.0.2.1' }, 'anonymous')]);
    expect(done.length).toBeLessThan(8);
    await Promise.all(slow);
    await database.close();
  });
});

describe('readers', () => {
  /** Takes some milliseconds. */
  const slow = sql<{ n: number }>`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 10000)
    select count(*) as n from numbers`;

  it.each<[string, ReadScope, ReadScope]>([
    ['tenant', { tenant: 'busy' }, { tenant: 'other' }],
    ['IPv6 network', { address: '2001:db8:1:2::1' }, { address: '2001:db9:1:3::1' }],
  ])('do not wait for all slow reads of another %s', async (_kind, busy, other) => {
    const db = await openDatabase(folder);
    let done = 0;
    const read = (scope: ReadScope) => slow.execute(tablesOf(db.scopedTo(scope).read)).then(() => (done += 1));
    const reads = Array.from({ length: 30 }, () => read(busy));
    await sql`select 1`.execute(tablesOf(db.scopedTo(other).read));
    await sql`select 1`.execute(tablesOf(db.read));
    expect(done).toBeLessThan(8);
    await Promise.all(reads);
    expect(db.readerUsage()).toMatchObject({ waiting: 0, admitted: 32, refused: 0 });
    await db.close();
  });
});

describe('an opened database', () => {
  it('has its pragmas on the writer and on every reader', async () => {
    const db = await openDatabase(folder);
    const { read, write } = db;
    expect(await pragma(write, 'journal_mode')).toBe('wal');
    expect(await pragma(write, 'synchronous')).toBe(2);
    expect(await pragma(write, 'foreign_keys')).toBe(1);
    expect(await pragma(write, 'busy_timeout')).toBe(5000);
    expect(await pragma(write, 'secure_delete')).toBe(1);
    // More at once than there are readers, by callers that don't share a turn.
    const reads = Array.from({ length: 8 }, (_, number) => db.scopedTo({ tenant: `tnt_${number}` }).read);
    expect(new Set(await Promise.all(reads.map((each) => pragma(each, 'journal_mode'))))).toEqual(new Set(['wal']));
    expect(new Set(await Promise.all(reads.map((each) => pragma(each, 'query_only'))))).toEqual(new Set([1]));
    expect(new Set(await Promise.all(reads.map((each) => pragma(each, 'busy_timeout'))))).toEqual(new Set([5000]));
    await expect(sql`delete from tenants`.execute(tablesOf(read))).rejects.toThrow('readonly');
    await db.close();
  });

  it('is private to its owner whatever the umask, including log, lock, keys and folder', async () => {
    const umask = process.umask(0);
    try {
      const dataDir = join(place.path, 'deep', 'data');
      const service = await createService(testConfig(dataDir), { log: createLogger('silent') });
      await addTenant(service.context.db, 'tnt_x');
      expect(await modeOf(dataDir)).toBe('700');
      for (const name of ['castellan.db', 'castellan.db-wal', 'castellan.db-shm', 'castellan.lock', 'keys.json']) {
        expect(await modeOf(join(dataDir, name)), name).toBe('600');
      }
      await service.stop();
    } finally {
      process.umask(umask);
    }
  });

  it('keeps data after closing, and moves the log into the file', async () => {
    const used = await openDatabase(folder);
    await addTenant(used, 'tnt_old');
    await used.close();
    const db = await openDatabase(folder);
    expect(await tablesOf(db.read).selectFrom('tenants').select('id').execute()).toEqual([{ id: 'tnt_old' }]);
    await addTenant(db, 'tnt_new');
    await db.checkpoint('passive');
    await db.assertReady();
    await db.close();
    expect(await readdir(place.path)).toEqual(['castellan.db', 'castellan.lock']);
    expect(await inspectDatabase(folder.database, 'thorough')).toMatchObject({ applied: Object.keys(migrations) });
  });

  it('does not hold the writer for a long reader, and empties the log once that has finished', async () => {
    const db = await openDatabase(folder);
    const reader = await openSqlite3(folder.database, 'read-only');
    const bytesOfLog = async (): Promise<number> => (await stat(`${folder.database}-wal`)).size;
    try {
      await addTenant(db, 'tnt_a');
      await reader.exec('begin; select count(*) from tenants');
      await addTenant(db, 'tnt_b');
      const started = performance.now();
      await db.checkpoint('truncate');
      // The writer's own patience is five seconds.
      expect(performance.now() - started).toBeLessThan(4_500);
      expect(await bytesOfLog()).toBeGreaterThan(0);
      await reader.exec('commit');
      await db.checkpoint('passive');
      expect(await bytesOfLog()).toBe(0);
      expect(await pragma(db.write, 'busy_timeout')).toBe(5_000);
    } finally {
      await reader.close();
      await db.close();
    }
  });
});
