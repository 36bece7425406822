import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { testConfig } from '#e2e/support/test-service.ts';
import { createService } from '../../../../app/compose.ts';
import { type DataFolder, dataFolder } from '../../../../platform/data-folder.ts';
import { createLogger } from '../../../../platform/logger.ts';
import { StartError } from '../../../../platform/start-error.ts';
import type { Database } from '../../database.ts';
import { migrations } from '../../migrations/index.ts';
import { tablesOf } from '../../tables.ts';
import { inspectDatabase, openDatabase, readDatabase } from './open.ts';
import { openSqlite3 } from './sqlite3-connection.ts';

const place = perTest(() => temporaryFolder('castellan-test-'));
let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(place.path);
});

const addTenant = (db: Database, id: string) =>
  tablesOf(db.write).insertInto('tenants').values({ id, name: id, created_at: 0, delete_at: null }).execute();
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
};
/** A database that has been used and closed. */
const usedDatabase = async (id = 'tnt_old'): Promise<void> => {
  const db = await openDatabase(folder);
  await addTenant(db, id);
  await db.close();
};
const extra = (up: (db: Kysely<unknown>) => Promise<void>): { migrations: Record<string, Migration> } => ({
  migrations: { ...migrations, '999-extra': { up } },
});

describe('opening a database', () => {
  it('fails for a damaged file and leaves it unchanged', async () => {
    await usedDatabase();
    const whole = await readFile(folder.database);
    const damages = [
      Buffer.from('this is no database, and long enough to be looked at as one '.repeat(20)),
      Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096, 7), whole.subarray(8192)]),
      whole.subarray(0, whole.length - 4096 * 3),
    ];
    for (const damaged of damages) {
      await writeFile(folder.database, damaged);
      expect(await refusal(openDatabase(folder))).toMatch(/is damaged: .+\. It was not changed/s);
      expect(await readFile(folder.database)).toEqual(damaged);
      await expect(inspectDatabase(folder.database, 'thorough')).rejects.toThrow('damaged');
    }
    await writeFile(folder.database, whole);
    await (await openDatabase(folder)).close();
  });

  it('fails for a file that a newer version wrote and leaves it unchanged', async () => {
    const newer = await openDatabase(
      folder,
      extra((db) => sql`create table later (id text)`.execute(db).then(() => {})),
    );
    await newer.close();
    const before = await readFile(folder.database);
    const message = await refusal(openDatabase(folder));
    expect(message).toContain('newer version of Castellan (migration 999-extra)');
    expect(message).toContain('It was not changed');
    expect(await readFile(folder.database)).toEqual(before);
  });

  it('fails while another process holds the folder, and succeeds once that one is killed', async () => {
    const script = `
      import { dataFolder } from '#main/platform/data-folder.ts';
      import { openDatabase } from '#main/storage/database/engines/sqlite/open.ts';
      await openDatabase(dataFolder(process.env.FOLDER));
      process.stdout.write('open');
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, FOLDER: place.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exited]);
    expect(await refusal(openDatabase(folder))).toBe(`Castellan is already running on ${place.path}`);
    child.kill('SIGKILL');
    await exited;
    await (await openDatabase(folder)).close();
  });

  it("fails without the database's key file, and with one that others can read", async () => {
    const start = () => createService(testConfig(place.path), { log: createLogger('silent') });
    await (await start()).stop();
    const keys = await readFile(folder.keys);
    await rm(folder.keys);
    expect(await refusal(start())).toContain('keys.json is missing');
    expect(await readdir(place.path)).not.toContain('keys.json');
    await writeFile(folder.keys, keys, { mode: 0o600 });
    await chmod(folder.keys, 0o640);
    expect(await refusal(start())).toContain('chmod 600');
    await rm(folder.keys);
    await writeFile(join(place.path, 'elsewhere.json'), keys, { mode: 0o600 });
    await symlink(join(place.path, 'elsewhere.json'), folder.keys);
    await (await start()).stop();
    await chmod(join(place.path, 'elsewhere.json'), 0o640);
    expect(await refusal(start())).toContain('chmod 600');
    await rm(folder.keys);
    await writeFile(folder.keys, '{"keys": []}', { mode: 0o600 });
    expect(await refusal(start())).toContain('damaged');
    await writeFile(folder.keys, keys, { mode: 0o600 });
    await (await start()).stop();
  });
});

describe('a file too large to check before each start', () => {
  const large = { checkedBytes: 4096 };
  /** Overwrites the first page of a table, where only a check of every page looks. */
  const damage = async (table = 'workspaces'): Promise<void> => {
    const connection = await openSqlite3(folder.database, 'read-only');
    const [found] = await connection.all('select rootpage from sqlite_master where name = ?', [table]);
    await connection.close();
    const whole = await readFile(folder.database);
    const page = 4096 * (Number(found?.rootpage) - 1);
    await writeFile(
      folder.database,
      Buffer.concat([whole.subarray(0, page), Buffer.alloc(4096, 7), whole.subarray(page + 4096)]),
    );
  };
  /** As after a kill: the log is still there. */
  const crash = () => writeFile(`${folder.database}-wal`, Buffer.alloc(32, 1), { mode: 0o600 });

  it('opens at once after an orderly stop', async () => {
    await usedDatabase();
    await damage();
    const found: Error[] = [];
    const db = await openDatabase(folder, { ...large, onDamage: (error) => found.push(error) });
    await db.checked;
    await db.assertReady();
    expect(found).toEqual([]);
    await db.close();
  });

  // SQLite reports the one, and fails to read the other.
  it.each(['workspaces', 'audit_events_search_config'])(
    'is checked in the background after a crash: damage to %s makes it not ready',
    async (table) => {
      await usedDatabase();
      await damage(table);
      await crash();
      const found: Error[] = [];
      const db = await openDatabase(folder, { ...large, onDamage: (error) => found.push(error) });
      await db.checked;
      expect(found).toMatchObject([{ message: expect.stringContaining('is damaged') }]);
      await expect(db.assertReady()).rejects.toThrow('is damaged');
      await db.close();
    },
  );

  it('is ready after a crash that damaged nothing, and closes during the check', async () => {
    await usedDatabase();
    await crash();
    const db = await openDatabase(folder, large);
    await db.checked;
    await db.assertReady();
    await db.close();
    await crash();
    const found: Error[] = [];
    await (await openDatabase(folder, { ...large, onDamage: (error) => found.push(error) })).close();
    expect(found).toEqual([]);
  });
});

describe('an older database', () => {
  it('is first copied with private permissions, then migrated', async () => {
    await usedDatabase();
    const umask = process.umask(0);
    const db = await openDatabase(
      folder,
      extra(async (tx) => {
        await sql`alter table tenants add column extra text`.execute(tx);
      }),
    );
    process.umask(umask);
    expect(await sql`select id, extra from tenants`.execute(tablesOf(db.read))).toMatchObject({
      rows: [{ id: 'tnt_old', extra: null }],
    });
    await db.close();
    const copy = `${folder.database}.before-999-extra`;
    expect(await modeOf(copy)).toBe('600');
    const connection = await openSqlite3(copy, 'read-only');
    const [copied] = await connection.all('select * from tenants', []);
    expect(copied).toMatchObject({ id: 'tnt_old', name: 'tnt_old', created_at: 0, delete_at: null });
    expect(copied).not.toHaveProperty('extra');
    await connection.close();
    expect(await inspectDatabase(copy, 'thorough')).toMatchObject({ applied: Object.keys(migrations) });
  });

  it('stays unchanged if a migration fails halfway, and opens with either version afterwards', async () => {
    await usedDatabase();
    let broken = true;
    const attempt = () =>
      openDatabase(
        folder,
        extra(async (tx) => {
          await sql`create table half (id text)`.execute(tx);
          await sql`delete from tenants`.execute(tx);
          if (broken) throw new Error('power cut');
        }),
      );
    for (let n = 0; n < 2; n += 1) expect(await refusal(attempt())).toContain('999-extra');
    const report = await inspectDatabase(folder.database, 'thorough');
    expect(report?.applied).toEqual(Object.keys(migrations));
    const old = await openDatabase(folder);
    expect(await tablesOf(old.read).selectFrom('tenants').select('id').execute()).toEqual([{ id: 'tnt_old' }]);
    await expect(sql`select * from half`.execute(tablesOf(old.read))).rejects.toThrow('no such table');
    await old.close();
    broken = false;
    const updated = await attempt();
    expect(await tablesOf(updated.read).selectFrom('tenants').select('id').execute()).toEqual([]);
    await updated.close();
  });

  it('is not copied if it is new or up to date', async () => {
    await usedDatabase();
    await (await openDatabase(folder)).close();
    expect((await readdir(place.path)).filter((name) => name.includes('before'))).toEqual([]);
  });
});

describe('inspection', () => {
  it('finds nothing if there is no file, and creates none', async () => {
    expect(await inspectDatabase(folder.database, 'quick')).toBeUndefined();
    expect(await readdir(place.path)).toEqual([]);
  });

  it('lets no one read rows of a schema that the file does not have yet', async () => {
    await usedDatabase();
    const later = extra(async () => {}).migrations;
    await expect(readDatabase(folder.database, async () => {}, later)).rejects.toThrow(
      /castellan\.db was written by an older version\. Start this version on it once, then try again$/,
    );
    expect(await readDatabase(folder.database, async () => 'read')).toBe('read');
  });

  it('finds references to missing rows in a thorough check', async () => {
    await usedDatabase();
    const connection = await openSqlite3(folder.database, 'read-write');
    await connection.exec(`pragma foreign_keys = off; insert into workspaces
      (id, tenant_id, slug, name, name_key, health_score, owner_id, created_at) values
      ('ws_x', 'tnt_missing', 'x', 'x', 'x', 1, 'user_missing', 0)`);
    await connection.close();
    await inspectDatabase(folder.database, 'quick');
    expect(await refusal(inspectDatabase(folder.database, 'thorough'))).toContain('foreign keys refer to missing rows');
  });
});
