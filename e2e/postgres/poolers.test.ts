import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { type PgBouncer, startPgBouncer } from '#e2e/support/pgbouncer.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram } from '#e2e/support/test-app.ts';
import type { Database } from '#main/storage/database/database.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
let pooler: PgBouncer;
let url: string;
const start = async (mode: Parameters<typeof startPgBouncer>[1]) => {
  url = await createDatabase(cluster());
  pooler = await startPgBouncer(Number(new URL(cluster()).port), mode);
};
const stop = async () => {
  await pooler?.close();
  await dropDatabase(cluster(), url);
};
const tables = () => queryDatabase(url, `select 1 from information_schema.tables where table_schema = 'public'`);

describe.each(['transaction', 'statement'] as const)('a PgBouncer in %s mode', (mode) => {
  const folder = perFile(() => temporaryFolder('castellan-pooler-'));
  beforeAll(async () => {
    await start(mode);
  });
  afterAll(async () => {
    await stop();
  });

  it('is refused in one line before anything is written', async () => {
    const ended = await runProgram(['serve', '--data-dir', folder.path, '--port', '0'], {
      CASTELLAN_DATABASE_URL: pooler.through(url),
    });
    expect([ended.code, ended.stdout]).toEqual([78, '']);
    expect(ended.stderr).toMatch(/^castellan: [^\n]+ is behind a pooler [^\n]+ session mode [^\n]+\n$/);
    expect(await tables()).toEqual([]);
  });

  it('is refused even while others leave connections behind in it', async () => {
    const clients = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => queryDatabase(pooler.through(url), `select pg_sleep(0.${n})`)),
    );
    expect(clients).toHaveLength(6);
    await expect(openDatabaseServer(pooler.through(url), { connections: 2 })).rejects.toThrow(/session mode/);
  });
});

describe('a PgBouncer in session mode', () => {
  let opened: Database[] = [];
  const open = async (at = pooler.through(url)): Promise<Database> => {
    const db = await openDatabaseServer(at, { connections: 3 });
    opened.push(db);
    return db;
  };
  beforeAll(() => start('session'));
  afterEach(async () => {
    await Promise.all(opened.map((db) => db.close()));
    opened = [];
  });
  afterAll(stop);

  it('lets instances work together as without it', async () => {
    const [one, two] = [await open(), await open()];
    await one.assertReady();
    const row = { id: 'tnt_pooled', name: 'Pooled', created_at: 1, delete_at: null };
    await one.transaction({ tenant: row.id }, (tx) => tablesOf(tx).insertInto('tenants').values(row).execute());
    expect(
      await tablesOf(two.read).selectFrom('tenants').selectAll().where('id', '=', row.id).executeTakeFirst(),
    ).toMatchObject(row);
    const heard = new Promise((resolve) => two.changes.onCommit('tenant', resolve));
    await tablesOf(one.writeFor(row.id))
      .updateTable('tenants')
      .set({ name: 'Renamed' })
      .where('id', '=', row.id)
      .execute();
    await heard;

    const connected = await two.instances();
    expect(connected.map(({ isOwn }) => isOwn).sort()).toEqual([false, true]);
    expect(connected.every(({ version }) => version !== undefined)).toBe(true);
    expect(await one.unconfirmed('a key')).toBe(2);
    await two.confirm('a key');
    expect(await one.unconfirmed('a key')).toBe(1);
    let taken: boolean | undefined;
    await one.lead('a job', async () => {
      taken = await two.lead('a job', async () => {});
    });
    expect(taken).toBe(false);
    expect(await two.lead('a job', async () => {})).toBe(true);
    await expect(one.alone(async () => {})).rejects.toThrow(/Other instances/);
  });

  it('keeps the limits of a session, and prepared statements, for the instance that made them', async () => {
    const find = (db: Database) =>
      tablesOf(db.read).selectFrom('tenants').select('name').where('id', '=', 'tnt_none').execute();
    for (let n = 0; n < 3; n += 1) {
      const db = await open();
      await Promise.all([find(db), find(db), find(db), find(db)]);
      await db.close();
      opened = [];
    }
    // Whoever comes next gets the same connections to the server, without what the instances have set.
    const [left] = await queryDatabase(
      pooler.through(url),
      `select current_setting('statement_timeout') as timeout, (select count(*)::int from pg_prepared_statements) as prepared`,
    );
    expect(left).toEqual({ timeout: '0', prepared: 0 });
  });

  it('ends statements that take too long', async () => {
    const db = await openDatabaseServer(pooler.through(url), { connections: 2, statementMs: 200 });
    opened.push(db);
    await expect(sql`select pg_sleep(10)`.execute(tablesOf(db.read))).rejects.toMatchObject({ key: 'BUSY' });
  });
});
