import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { systemClock } from '#main/platform/clock.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { randomIds } from '#main/platform/ids.ts';
import { StartError } from '#main/platform/start-error.ts';
import { openInstallation } from '#main/security/open-installation.ts';
import { openDatabaseServer } from '#main/storage/database/engines/postgres/open.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
let url: string;
beforeEach(async () => {
  url = await createDatabase(cluster());
});
afterEach(() => dropDatabase(cluster(), url));

const query = (text: string) => queryDatabase(url, text);
const open = (at = url, known = migrations) => openDatabaseServer(at, { connections: 2, migrations: known });
const tables = async () =>
  (await query(`select table_name from information_schema.tables where table_schema = 'public'`)).length;

const refused = async (at: string, message: RegExp): Promise<StartError> => {
  const error = await open(at).then(
    async (db) => {
      await db.close();
      return undefined;
    },
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
  return error as StartError;
};

describe('a start on a server', () => {
  it('creates every table of an empty database, and opens it again as it is', async () => {
    await (await open()).close();
    const created = await tables();
    expect(created).toBeGreaterThan(30);
    await (await open()).close();
    expect(await tables()).toBe(created);
  });

  it('brings an older database up to date', async () => {
    await (await open()).close();
    const up: Migration['up'] = async (db) => void (await sql`create table later (id text)`.execute(db));
    await (await open(url, { ...migrations, '999-later': { up } })).close();
    expect(await query('select name from kysely_migration order by name')).toEqual(
      [...Object.keys(migrations), '999-later'].map((name) => ({ name })),
    );
    expect(await query('select * from later')).toEqual([]);
  });

  it('migrates once, however many start at the same time', async () => {
    const opened = await Promise.all([open(), open(), open(), open()]);
    await Promise.all(opened.map((db) => db.close()));
    expect(await query('select count(*)::int as count from kysely_migration')).toEqual([
      { count: Object.keys(migrations).length },
    ]);
  });

  it('leaves the database of a version from before 0.1.0 alone', async () => {
    await query('create table kysely_migration (name varchar(255), timestamp varchar(255))');
    await query(`insert into kysely_migration values ('001-accounts-and-teams', now()::text)`);
    const error = await refused(
      url,
      /was written before the release of Castellan 0\.1\.0, and can't be upgraded\. Keep/,
    );
    expect([error.kind, await tables()]).toEqual(['other', 1]);
  });

  it('refuses a database in another encoding, with the command that makes one', async () => {
    const name = new URL(url).pathname.slice(1);
    await dropDatabase(cluster(), url);
    await queryDatabase(cluster(), `create database ${name} template template0 encoding 'SQL_ASCII'`);
    await refused(url, /has the encoding SQL_ASCII .* createdb --template template0 --encoding UTF8 --locale C/);
  });

  it('lets one of two new installations have the database', async () => {
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'castellan-start-'))));
    try {
      const results = await Promise.allSettled(
        folders.map((path) =>
          openInstallation(dataFolder(path), systemClock.now(), randomIds, { databaseServer: { url, connections: 2 } }),
        ),
      );
      const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(opened).toHaveLength(1);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(StartError) });
      await opened[0]?.db.close();
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  });
});
