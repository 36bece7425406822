import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { startProgramInstances } from '#e2e/support/program-instances.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const folder = perTest(() => temporaryFolder('castellan-refusals-'));
let url: string;
beforeEach(async () => {
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await dropDatabase(cluster(), url);
});

const query = (text: string, at = url) => queryDatabase(at, text);
const tables = () => query(`select table_name from information_schema.tables where table_schema = 'public'`);
/** Only the service needs a process of its own. */
const runnerOf = ([command]: readonly string[]) => (command === 'serve' ? runProgram : runWarm);
const run = (argv: readonly string[], at = url, more: Record<string, string> = {}) =>
  runnerOf(argv)([...argv, '--data-dir', folder.path, '--port', '0'], { CASTELLAN_DATABASE_URL: at, ...more });
const oneLine = /^castellan: [^\n]+\n$/;

describe('castellan serve says in one line, without the password, why it can’t use a database', () => {
  it.each([
    ['nobody listens', () => 'postgres://u:hunter2@127.0.0.1:1/castellan', 74, /127\.0\.0\.1:1 can't be reached/],
    ['the name is unknown', () => 'postgres://u:hunter2@db.invalid/castellan', 74, /db\.invalid:5432 can't be reached/],
    ['it is no such URL', () => 'mysql://u:hunter2@db/castellan', 78, /CASTELLAN_DATABASE_URL: its value is invalid/],
    ['it names no database', () => 'postgres://u:hunter2@db.invalid', 78, /must name a host and a database/],
    ['it has a wrong sslmode', () => `${url}?sslmode=prefer`, 78, /sslmode must be one of disable, require/],
    ['the server has no TLS', () => `${url}?sslmode=verify-full`, 78, /can't be reached over TLS/],
    ['the database does not exist', () => url.replace(/\/test_\w+$/, '/nowhere'), 78, /nowhere on .* doesn't exist/],
  ])('%s', async (_, at, code, message) => {
    const ended = await run(['serve'], at());
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended.stderr).toMatch(oneLine);
    expect(ended.stderr).not.toContain('hunter2');
    expect(await tables()).toEqual([]);
  });

  it('it holds an installation, but takes no writes for now', async () => {
    const created = await run(['owner', 'create', '--email', 'ann@example.com', '--name', 'Ann', '--company', 'Acme']);
    expect(created.code).toBe(0);
    await query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
    for (const argv of [['serve'], ['user', 'list']]) {
      const ended = await run(argv);
      expect(ended).toMatchObject({ code: 75, stdout: '' });
      expect(ended.stderr).toMatch(oneLine);
    }
  });

  it('it belongs to another program', async () => {
    await query('create table customers (id integer)');
    const ended = await run(['serve']);
    expect(ended).toMatchObject({ code: 78, stderr: expect.stringMatching(/holds tables of another program/) });
    expect(await tables()).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(['castellan.lock']);
  });
});

describe('what needs an installation, a file or one process', () => {
  it.each([
    [['backup', 'x.tar.gz', '--without-keys'], 1, /The database test_\w+ on \S+ holds no installation/],
    [['serve', '--test-clock'], 78, /--test-clock can't use --database-url/],
  ])('%j is refused', async (argv, code, message) => {
    const ended = await run(argv);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended.stderr).toMatch(oneLine);
    expect(await tables()).toEqual([]);
    expect(await readdir(folder.path)).toEqual([]);
  });
});

describe('with an instance that runs', () => {
  const instances = perFile(() => startProgramInstances(2));

  it('a folder without the keys is refused, and stays empty of them', async () => {
    const ended = await run(['serve'], instances.url);
    expect(ended).toMatchObject({ code: 78, stderr: expect.stringMatching(/keys\.json is missing/) });
    expect(await readdir(folder.path)).not.toContain('keys.json');
    const listed = await run(['user', 'list'], instances.url);
    expect(listed).toMatchObject({ code: 78, stderr: expect.stringMatching(/no keys of the database in/) });
  });

  it('a database of a newer version is left alone', async () => {
    await query(`insert into kysely_migration values ('999-later', now()::text)`, instances.url);
    await query(`update schema_support set oldest_migration = '999-later'`, instances.url);
    try {
      const ended = await run(['serve'], instances.url);
      expect(ended).toMatchObject({ code: 78, stderr: expect.stringMatching(/written by a newer version/) });
      expect(ended.stderr).toMatch(oneLine);
    } finally {
      await query(`delete from kysely_migration where name = '999-later'`, instances.url);
      await query(`update schema_support set oldest_migration = '001-baseline'`, instances.url);
    }
  });

  const at = (argv: readonly string[]) =>
    runnerOf(argv)(
      [...argv, '--data-dir', instances.servers[0]?.dataDir ?? '', '--port', `${instances.servers[0]?.port}`],
      instances.environment,
    );

  it('doctor finds nothing wrong, and reads the database on its server', async () => {
    const { code, stdout } = await at(['doctor']);
    expect(stdout).not.toMatch(/^fail/m);
    expect(stdout).toMatch(/^ok {4}database: The database test_\w+ on 127\.0\.0\.1:\d+ is reachable, \d+ migrations/m);
    expect(stdout).toMatch(/^ok {4}keys: belong to the database$/m);
    expect(stdout).toMatch(/^ok {4}audit log: intact in 0 tenants$/m);
    expect(code).toBe(0);
  });

  it('doctor tells a database that takes no writes, although it can read it', async () => {
    const name = new URL(instances.url).pathname.slice(1);
    await query(`alter database ${name} set default_transaction_read_only = on`);
    try {
      const { code, stdout } = await run(['doctor'], instances.url);
      expect(stdout).toMatch(/^fail {2}database: The database test_\w+ on 127\.0\.0\.1:\d+ accepts no writes/m);
      expect(code).toBe(1);
    } finally {
      await query(`alter database ${name} reset default_transaction_read_only`);
    }
  });

  it('doctor says what is wrong, on one line for each check', async () => {
    const { code, stdout } = await run(['doctor'], 'postgres://u:hunter2@127.0.0.1:1/castellan');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}database: The database castellan on 127\.0\.0\.1:1 can't be reached/m);
    expect(stdout).not.toContain('hunter2');
  });

  it('config show masks the URL', async () => {
    const { stdout } = await at(['config', 'show', '--json']);
    expect(stdout).toContain('{"setting":"database-url","value":"********","source":"CASTELLAN_DATABASE_URL"}');
  });

  it('an instance that was stopped while keys were rotated needs the new ones', async () => {
    const [, second] = instances.servers;
    await second?.stop();
    expect(await at(['keys', 'rotate'])).toMatchObject({ code: 0 });
    await expect(instances.start(second?.dataDir)).rejects.toThrow(/exited with 78: .*doesn't belong to/s);
  });
});
