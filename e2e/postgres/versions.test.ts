import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { version } from '#main/platform/version.ts';
import type { Database } from '#main/storage/database/database.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import { contraction, type OwnMigration } from '#main/storage/database/migrations/contraction.ts';
import { migrations as present } from '#main/storage/database/migrations/index.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const running = (statement: string): Migration => ({ up: async (db) => void (await sql.raw(statement).execute(db)) });
/** Three versions: the second one adds a column, and no longer reads another, which the third one drops. */
const next: Record<string, OwnMigration> = {
  ...present,
  '901-title': running('alter table users add column title text'),
};
const afterNext: Record<string, OwnMigration> = {
  ...next,
  '902-no-logo': contraction('901-title', running('alter table tenants drop column logo')),
};

let url: string;
let opened: Database[] = [];
beforeEach(async () => {
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await Promise.all(opened.map((db) => db.close()));
  opened = [];
  await dropDatabase(cluster(), url);
});

const open = async (migrations: Record<string, OwnMigration>): Promise<Database> => {
  const db = await openDatabaseServer(url, { connections: 2, migrations });
  opened.push(db);
  return db;
};
const close = async (db: Database): Promise<void> => {
  opened = opened.filter((one) => one !== db);
  await db.close();
};
const query = (text: string) => queryDatabase(url, text);
const count = (db: Database) => tablesOf(db.read).selectFrom('tenants').selectAll().execute();

it('a version goes on beside the next one, and may start again', async () => {
  const former = await open(present);
  await count(former);
  const later = await open(next);
  await count(former);
  await close(former);
  const again = await open(present);
  expect([await count(again), await count(later)]).toEqual([[], []]);
  // It must not forget what it doesn't know.
  expect(await query(`select name from kysely_migration where name = '901-title'`)).toHaveLength(1);
});

it('a version is shut out by the one after the next, which waits for it', async () => {
  const former = await open(present);
  const refusal = /is in use by instances that are too old to run beside this version/;
  await expect(open(afterNext)).rejects.toThrow(refusal);
  expect(await query(`select name from kysely_migration where name > '900'`)).toEqual([]);
  const later = await open(next);
  await expect(open(afterNext)).rejects.toThrow(refusal);
  await close(former);

  const latest = await open(afterNext);
  await expect(open(present)).rejects.toThrow(/written by a newer version of Castellan \(migration 901-title\)/);
  expect([
    await count(latest),
    (await tablesOf(later.read).selectFrom('tenants').select('id').execute()).length,
  ]).toEqual([[], 0]);
  await close(later);
  await open(next);
});

it('instances are listed with what they run, until they disconnect', async () => {
  const former = await open(present);
  const later = await open(next);
  const known = async () =>
    (await later.instances()).map((instance) => [instance.version, instance.lastMigration, instance.isOwn]);
  const ofFormer = [version, Object.keys(present).at(-1), false];
  const ofLater = [version, '901-title', true];
  expect(await known()).toEqual([ofFormer, ofLater]);

  // One whose name was replaced on the way, and says less.
  const client = new pg.Client({ connectionString: url, application_name: 'castellan 001-baseline' });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock_shared(hashtext('castellan instance'), 0)`);
    expect(await known()).toEqual([ofFormer, ofLater, [undefined, '001-baseline', false]]);
  } finally {
    await client.end();
  }
  await close(former);
  await expect.poll(known).toEqual([ofLater]);
});
