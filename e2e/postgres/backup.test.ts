import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { type ProgramInstances, startProgramInstances } from '#e2e/support/program-instances.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const [email, password] = ['ada@example.com', 'a long winding road 7'];
const passphrase = { CASTELLAN_BACKUP_PASSPHRASE: 'correct horse battery' };
const base = perFile(() => temporaryFolder('castellan-backups-'));
let file: string;
let restoredUrl: string;
let instances: ProgramInstances;
beforeAll(async () => {
  file = join(base.path, 'backup.tar.gz');
  restoredUrl = await createDatabase(cluster());
  instances = await startProgramInstances(2, { args: ['--sign-ups', 'open', '--rate-limits', 'off'] });
}, 60_000);
afterAll(async () => {
  await instances?.close();
  await dropDatabase(cluster(), restoredUrl);
});

const ask = async <Body>(
  at: SpawnedInstance,
  method: string,
  path: string,
  options: Parameters<typeof send>[3] = {},
) => {
  const { status, body, text } = await send(at.address, method, `/api/v1${path}`, options);
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return body as Body;
};
const login = (at: SpawnedInstance) =>
  ask<{ access_token: string }>(at, 'POST', '/auth/login', { body: { email, password } });
const refused = async (result: ReturnType<typeof runWarm>, message: RegExp): Promise<void> => {
  const { code, stdout, stderr } = await result;
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect([code === 0, stdout]).toEqual([false, '']);
};

it('instances are backed up while they write, and restored into an empty database', { timeout: 300_000 }, async () => {
  const [one, two] = instances.servers as [SpawnedInstance, SpawnedInstance];
  await ask(one, 'POST', '/welcome/sample', { body: {} });
  await ask(one, 'POST', '/auth/signup', { body: { email, password, name: 'Before', company_name: 'Example' } });
  const { access_token: token } = await login(one);
  let isOver = false;
  let written = 0;
  const writing = (async () => {
    for (; !isOver; written += 1) await ask(two, 'PUT', '/users/me', { token, body: { name: `Ada ${written}` } });
  })();
  await expect.poll(() => written).toBeGreaterThan(2);
  const argv = ['--data-dir', one.dataDir];
  const made = await runProgram(['backup', file, ...argv, '--json'], { ...instances.environment, ...passphrase });
  isOver = true;
  await writing;
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(JSON.parse(made.stdout)).toMatchObject({ keys: 'sealed', rows: expect.any(Number) });
  expect((await readdir(base.path)).sort()).toEqual(['backup.tar.gz']);
  const verified = await runWarm(['backup', 'verify', file, '--json'], passphrase);
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(verified.stdout)).toMatchObject({ keys: 'opened', audit_logs: 2 });

  // What happens afterwards is lost with a restore.
  await ask(one, 'PUT', '/users/me', { token, body: { name: 'After' } });
  const folder = join(base.path, 'restored');
  const environment = { CASTELLAN_DATABASE_URL: restoredUrl };
  const restored = await runProgram(['restore', file, '--data-dir', folder, '--json'], {
    ...environment,
    ...passphrase,
  });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout)).toMatchObject({ ended_sessions: expect.any(Number), mail_on_hold: true });
  expect((await readdir(folder)).filter((name) => !name.startsWith('castellan.lock')).sort()).toEqual([
    'audit-heads.json',
    'keys.json',
  ]);
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe(
    await readFile(join(one.dataDir, 'keys.json'), 'utf8'),
  );
  expect(await queryDatabase(restoredUrl, 'select count(*)::int as open from sessions where ended_at is null')).toEqual(
    [{ open: 0 }],
  );
  expect(await queryDatabase(restoredUrl, 'select reason from mail_hold')).toEqual([{ reason: 'restored' }]);
  const events = await queryDatabase(restoredUrl, `select tenant_id from audit_events where action = 'restoreBackup'`);
  expect(events).toHaveLength(2);

  const again = await spawnInstance({ dataDir: folder, environment });
  try {
    expect((await send(again.address, 'GET', '/api/v1/users/me', { token })).status).toBe(401);
    const { access_token } = await login(again);
    const me = await ask<{ name: string }>(again, 'GET', '/users/me', { token: access_token });
    expect(me.name).toMatch(/^Ada \d+$/);
  } finally {
    await again.stop();
  }
  expect(await runWarm(['audit', 'verify', '--data-dir', folder], environment)).toMatchObject({ code: 0 });
  const doctor = await runWarm(['doctor', '--data-dir', folder, '--port', '0'], environment);
  expect(doctor.stdout).not.toMatch(/^fail/m);

  const other = join(base.path, 'other');
  const intoFull = runWarm(['restore', file, '--data-dir', other], { ...environment, ...passphrase });
  await refused(intoFull, /is not empty\. Use an empty database/);
  expect(await readdir(base.path)).not.toContain('other');
});

it('a backup of a server restores into a folder without one', { timeout: 120_000 }, async () => {
  const folder = join(base.path, 'embedded');
  expect(await runWarm(['restore', file, '--data-dir', folder], passphrase)).toMatchObject({ code: 0, stderr: '' });
  const server = await spawnInstance({ dataDir: folder });
  try {
    await login(server);
  } finally {
    await server.stop();
  }
});

it('a backup is refused in one line without the right keys or a server, and leaves nothing', async () => {
  const strange = await mkdtemp(join(tmpdir(), 'castellan-strange-'));
  try {
    const before = await readdir(base.path);
    const target = join(base.path, 'none.tar.gz');
    const run = (url: string) =>
      runWarm(['backup', target, '--data-dir', strange], { CASTELLAN_DATABASE_URL: url, ...passphrase });
    const keys = { keys: [{ kid: 'other', secret: Buffer.alloc(32, 7).toString('base64url'), created_at: '' }] };
    await writeFile(join(strange, 'keys.json'), JSON.stringify(keys), { mode: 0o600 });
    await refused(run(instances.url), /doesn't belong to/);
    await refused(run('postgres://u:hunter2@127.0.0.1:1/castellan'), /127\.0\.0\.1:1 can't be reached/);
    expect(await readdir(base.path)).toEqual(before);
  } finally {
    await rm(strange, { recursive: true, force: true });
  }
});

it('instances make their own backups', { timeout: 120_000 }, async () => {
  const [one] = instances.servers as [SpawnedInstance];
  await one.stop();
  const dir = join(base.path, 'scheduled');
  const server = await spawnInstance({
    dataDir: one.dataDir,
    args: ['--backup-dir', dir],
    environment: { ...instances.environment, ...passphrase },
  });
  try {
    await expect
      .poll(async () => (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.tar.gz')), {
        timeout: 60_000,
      })
      .toHaveLength(1);
    const [name = ''] = (await readdir(dir)).filter((entry) => entry.endsWith('.tar.gz'));
    expect(await runWarm(['backup', 'verify', join(dir, name)], passphrase)).toMatchObject({ code: 0 });
  } finally {
    await server.stop();
  }
});
