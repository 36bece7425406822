import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { closedAfterwards, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';

const folder = perTest(() => temporaryFolder('castellan-cut-'));
let server: SpawnedInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const account = { email: 'olivia@example.com', password: 'a long winding road 7' };
const start = async (): Promise<SpawnedInstance> => {
  server = await spawnInstance({ dataDir: folder.path });
  return server;
};
const signIn = async ({ address }: SpawnedInstance) => {
  const { body } = await send(address, 'POST', '/api/v1/auth/login', { body: account });
  const { access_token: token, user } = body as { access_token: string; user: { tenant_id: string } };
  return { token, path: `/api/v1/tenants/${user.tenant_id}` };
};
const intact = { valid: true, checked: expect.any(Number), total: expect.any(Number), complete: true };
const verify = async (running: SpawnedInstance): Promise<unknown> => {
  const { token, path } = await signIn(running);
  return (await send(running.address, 'POST', `${path}/audit/verify`, { token, body: {} })).body;
};
const sql = async <Result>(work: (db: Awaited<ReturnType<typeof openSqlite3>>) => Promise<Result>): Promise<Result> => {
  const connection = await closedAfterwards(openSqlite3(join(folder.path, 'castellan.db'), 'read-write'));
  return await work(connection);
};
const readHead = () => sql(async (db) => (await db.all('select sequence, hash, seal from audit_heads', []))[0] ?? {});
/** What an attacker with access to the database does: cuts the tail, and puts back the sealed head of an earlier row. */
const cutTo = ({ sequence, hash, seal }: Record<string, unknown>) =>
  sql(async (db) => {
    await db.run('delete from audit_events where sequence > ?', [sequence]);
    await db.run('update audit_heads set sequence = ?, hash = ?, seal = ?', [sequence, hash, seal]);
  });
const doctor = async () => (await runWarm(['doctor', '--port', '0', '--data-dir', folder.path])).stdout;
const accept = () => runProgram(['accept-audit-log', '--data-dir', folder.path]);

/** Signs up, keeps the head of that time, and continues. */
const use = async (): Promise<Record<string, unknown>> => {
  const first = await start();
  const body = { ...account, name: 'Olivia', company_name: 'Northwind' };
  await send(first.address, 'POST', '/api/v1/auth/signup', { body });
  const head = await readHead();
  await signIn(first);
  await signIn(first);
  return head;
};

it('a cut tail with an older sealed head is found at startup, by doctor and by a verification, until it is accepted', async () => {
  const head = await use();
  await server?.stop();
  expect(await doctor()).toMatch(/^ok {4}audit heads: match 1 audit logs$/m);
  await cutTo(head);
  expect(await doctor()).toMatch(
    /^fail {2}audit heads: the audit log of tnt_\S+ was cut: it had 3 entries\. .*accept-audit-log$/m,
  );
  const second = await start();
  await expect.poll(second.stderr).toContain('audit log was cut');
  expect(await verify(second)).toMatchObject({ valid: false, first_broken: 3, end: 'cut' });
  const refused = await accept();
  expect([refused.code, refused.stderr]).toEqual([75, expect.stringContaining('already running')]);
  await second.stop();
  const { code, stdout } = await accept();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/was cut: it had 3 entries\nAccepted, and recorded in .* 1 team/),
  ]);
  expect((await accept()).stdout).toContain('Nothing to accept');
  expect(await doctor()).toMatch(/^ok {4}audit heads: /m);
  const third = await start();
  expect(await verify(third)).toEqual(intact);
  const { token, path } = await signIn(third);
  expect((await send(third.address, 'GET', `${path}/audit?action=acceptAuditLog`, { token })).text).toContain(
    '"entries_before":3',
  );
});

it('a deleted file is told at startup and by doctor, with the way on', async () => {
  await use();
  await server?.stop();
  await rm(join(folder.path, 'audit-heads.json'));
  expect(await doctor()).toMatch(/^fail {2}audit heads: .*audit-heads\.json was missing, .*accept-audit-log$/m);
  const second = await start();
  await expect.poll(second.stderr).toContain('run castellan accept-audit-log');
  expect(await verify(second)).toMatchObject({ valid: true, end: 'unknown' });
  await second.stop();
  expect(await doctor()).toMatch(/^fail {2}audit heads: /m);
  expect((await accept()).code).toBe(0);
  expect(await doctor()).toMatch(/^ok {4}audit heads: /m);
});

it('a kill between the commit and the file raises no alarm', async () => {
  await use();
  await server?.stop('SIGKILL');
  expect(JSON.parse(await readFile(join(folder.path, 'audit-heads.json'), 'utf8')).heads).toEqual([]);
  const second = await start();
  expect(await verify(second)).toEqual(intact);
  await second.stop();
  expect(second.stderr()).not.toContain('was cut');
  expect(await doctor()).toMatch(/^ok {4}audit heads: match 1 audit logs$/m);
  const lines = second
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"audit log heads"'));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ tenants: 1, entries: 5, digest: expect.any(String) });
});
