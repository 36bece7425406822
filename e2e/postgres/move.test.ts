import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { dataFolder } from '#main/platform/data-folder.ts';
import { openDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const [email, password] = ['ada@example.com', 'a long winding road 7'];
let folder: string;
let back: string;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-move-'));
  back = await mkdtemp(join(tmpdir(), 'castellan-back-'));
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await dropDatabase(cluster(), url);
  for (const path of [folder, back]) await rm(path, { recursive: true, force: true });
});

const query = (text: string) => queryDatabase(url, text);
const environment = () => ({ CASTELLAN_DATABASE_URL: url });
/** A slow computer shows its progress on stderr, too. */
const run = async (argv: readonly string[], more: Record<string, string> = environment()) => {
  const { stderr, ...ended } = await runProgram(argv, more);
  return { ...ended, stderr: stderr.replaceAll(/^\.\.\. .*\n/gm, '') };
};
const toServer = () => run(['move', '--from', folder, '--to', 'database-url', '--json']);
const toFolder = () => run(['move', '--from', 'database-url', '--to', back, '--data-dir', folder, '--json']);

/** A team with sixty people, and one of our own. */
const fill = async (): Promise<void> => {
  const server = await spawnInstance({ dataDir: folder });
  try {
    const post = (path: string, body: object) => send(server.address, 'POST', `/api/v1${path}`, { body });
    expect((await post('/welcome/sample', {})).status).toBe(201);
    expect((await post('/auth/signup', { email, name: 'Ada', password, company_name: 'Example' })).status).toBe(201);
  } finally {
    await server.stop();
  }
};

/** Its log has no entry, which is no reason to call it broken. */
const addTenantWithoutLog = async (): Promise<void> => {
  const db = await openDatabase(dataFolder(folder));
  await tablesOf(db.write)
    .insertInto('tenants')
    .values({ id: 'tnt_quiet', name: 'Quiet', created_at: 1, delete_at: null })
    .execute();
  await db.close();
};

/** Signs in, and looks around. Returns what must be the same on both engines. */
const look = async (dataDir: string, settings: Record<string, string>): Promise<unknown> => {
  const server = await spawnInstance({ dataDir, environment: settings });
  try {
    const login = await send(server.address, 'POST', '/api/v1/auth/login', { body: { email, password } });
    const { access_token: token, user } = login.body as { access_token: string; user: { tenant_id: string } };
    const members = await send(server.address, 'GET', `/api/v1/tenants/${user.tenant_id}/users`, { token });
    const me = await send(server.address, 'GET', '/api/v1/users/me', { token });
    expect([login.status, members.status, me.status]).toEqual([200, 200, 200]);
    return me.body;
  } finally {
    await server.stop();
  }
};

it('an installation moves to a server and back, whole', { timeout: 300_000 }, async () => {
  await fill();
  await addTenantWithoutLog();
  const before = await readFile(join(folder, 'castellan.db'));
  const there = await toServer();
  expect([there.code, there.stderr]).toEqual([0, '']);
  const { rows, tables, audit_logs } = JSON.parse(there.stdout);
  expect(rows).toBeGreaterThan(500);
  expect(tables).toBeGreaterThan(30);
  expect(audit_logs).toBe(2);
  expect(await readFile(join(folder, 'castellan.db'))).toEqual(before);
  expect((await query('select count(*)::int as count from users'))[0]).toEqual({ count: 61 });
  // The server knows the new rows. Otherwise it would read whole tables until it looks by itself.
  expect((await query("select reltuples::int as count from pg_class where relname = 'users'"))[0]).toEqual({
    count: 61,
  });

  const onServer = await look(folder, environment());
  expect(await run(['audit', 'verify', '--data-dir', folder])).toMatchObject({ code: 0 });

  const again = await toFolder();
  expect([again.code, again.stderr]).toEqual([0, '']);
  expect(JSON.parse(again.stdout).audit_logs).toBe(2);
  expect((await readdir(back)).sort()).toEqual(
    expect.arrayContaining(['audit-heads.json', 'castellan.db', 'keys.json']),
  );
  expect(await look(back, {})).toEqual(onServer);
  const doctor = await run(['doctor', '--data-dir', back, '--port', '0'], {});
  expect(doctor.stdout).not.toMatch(/^fail/m);
  expect(await run(['audit', 'verify', '--data-dir', back], {})).toMatchObject({ code: 0 });
});

it('a move is refused in one line where something would be lost', { timeout: 300_000 }, async () => {
  const refused = async (result: ReturnType<typeof run>, message: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await result;
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
  };
  await refused(toServer(), /castellan\.db holds no installation/);
  await refused(
    run(['move', '--from', folder, '--to', back]),
    /a data folder on one side, and database-url on the other/,
  );
  await refused(run(['move', '--from', folder, '--to', 'database-url'], {}), /set CASTELLAN_DATABASE_URL/);
  const server = await spawnInstance({ dataDir: folder });
  await refused(toServer(), /already running/);
  await server.stop();
  expect(await query(`select table_name from information_schema.tables where table_schema = 'public'`)).toEqual([]);

  expect((await toServer()).code).toBe(0);
  await refused(toServer(), /is not empty\. Use an empty database/);
  const instance = await spawnInstance({ dataDir: folder, environment: environment() });
  await refused(toFolder(), /already running/);
  await instance.stop();
  expect((await toFolder()).code).toBe(0);
  await refused(toFolder(), /is not empty: it contains/);
});

it('a broken audit log is not moved', { timeout: 300_000 }, async () => {
  await fill();
  expect((await toServer()).code).toBe(0);
  await query(`update audit_events set action = 'signIn' where sequence = 1`);
  const { code, stderr } = await toFolder();
  expect([code, stderr]).toEqual([78, expect.stringMatching(/audit log of tnt_[\w-]+ is broken at entry 1/)]);
  expect(await readdir(back)).not.toContain('castellan.db');
});
