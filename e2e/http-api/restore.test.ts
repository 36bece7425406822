import { execFileSync, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { type MailServer, startMailServer } from '#e2e/support/mail-server.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { sha256Of } from '#main/backup/hash-file.ts';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';

const passphrase = { CASTELLAN_BACKUP_PASSPHRASE: 'correct horse battery' };
const account = { email: 'ann@example.com', password: 'a long passphrase' };

/** One installation, backed up with and without keys, and changed afterwards. */
const base = perFile(() => temporaryFolder('castellan-restores-'));
let sealed: string;
let keyless: string;
let keysFile: string;
let before: { token: string; apiKey: string; tenantId: string };

const login = async (server: SpawnedInstance) => {
  const answer = await send(server.address, 'POST', '/api/v1/auth/login', { body: account });
  const body = answer.body as { access_token: string; user: { tenant_id: string } };
  return { status: answer.status, token: body.access_token, tenantId: body.user?.tenant_id };
};
const me = async (server: SpawnedInstance, token: string): Promise<number> =>
  (await send(server.address, 'GET', '/api/v1/users/me', { token })).status;

beforeAll(async () => {
  sealed = join(base.path, 'sealed.tar.gz');
  keyless = join(base.path, 'keyless.tar.gz');
  keysFile = join(base.path, 'keys.json');
  const server = await spawnInstance({ args: ['--bcrypt-cost', '10', '--rate-limits', 'off'] });
  try {
    const body = { ...account, name: 'Ann', company_name: 'Acme' };
    await send(server.address, 'POST', '/api/v1/auth/signup', { body });
    const { token, tenantId } = await login(server);
    const key = await send(server.address, 'POST', '/api/v1/users/me/api-keys', {
      token,
      body: { name: 'Deploy', scopes: ['self'], expires_in_days: 30, password: account.password },
    });
    expect(key.status, key.text).toBe(201);
    before = { token, tenantId, apiKey: (key.body as { key: string }).key };
    const from = ['--data-dir', server.dataDir];
    expect(await runProgram(['backup', sealed, ...from], passphrase)).toMatchObject({ code: 0 });
    expect(await runProgram(['backup', keyless, '--without-keys', ...from])).toMatchObject({ code: 0 });
    await copyFile(join(server.dataDir, 'keys.json'), keysFile);
  } finally {
    await server.close();
  }
});

let folder: string;
let closing: { close(): unknown }[] = [];
beforeEach(async () => {
  folder = join(await mkdtemp(join(base.path, 'case-')), 'data');
});
afterEach(async () => {
  // A mail server waits until the service has hung up.
  for (const one of closing.toReversed()) await one.close();
  closing = [];
});

const restore = (file = sealed, args: string[] = [], environment: Record<string, string> = passphrase) =>
  runWarm(['restore', file, '--data-dir', folder, ...args], environment);
const start = async (...args: string[]): Promise<SpawnedInstance> => {
  const server = await spawnInstance({ dataDir: folder, args });
  closing.push(server);
  return server;
};
const mailServer = async (): Promise<MailServer> => {
  const server = await startMailServer();
  closing.push(server);
  return server;
};

it('restores an installation elsewhere: people sign in, old sessions are over, and no email is sent until released', async () => {
  const { code, stdout, stderr } = await runProgram(['restore', sealed, '--data-dir', folder], passphrase);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Restored \S+ from the backup of \S+Z\nSessions ended: 1\n/);
  expect(stdout).toMatch(/API keys that work again[^\n]*: 1\n {2}ann@example\.com {2}\S+… {2}Deploy\n/);
  expect(stdout).toMatch(/Owners and admins[^\n]*: 1\n {2}ann@example\.com {2}owner {2}Acme\n/);
  expect((await readdir(folder)).sort()).toEqual(['audit-heads.json', 'castellan.db', 'castellan.lock', 'keys.json']);
  expect(new Set(Object.values(await modesOf(folder)))).toEqual(new Set(['600']));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);

  const doctor = await runProgram(['doctor', '--port', '0', '--data-dir', folder]);
  expect([doctor.code, doctor.stdout], 'no false alarm').toEqual([0, expect.not.stringContaining('fail')]);

  const mails = await mailServer();
  const server = await start('--smtp-url', mails.url);
  expect(await me(server, before.token)).toBe(401);
  expect(await me(server, before.apiKey)).toBe(200);
  const { status, token, tenantId } = await login(server);
  expect([status, tenantId]).toEqual([200, before.tenantId]);
  const read = (path: string) => send(server.address, 'GET', `/api/v1${path}`, { token });
  expect((await read('/settings/mail')).body).toMatchObject({ held_since: expect.any(String) });
  expect((await read(`/tenants/${tenantId}/audit`)).text).toContain('"action":"restoreBackup"');
  const verified = await send(server.address, 'POST', `/api/v1/tenants/${tenantId}/audit/verify`, { token, body: {} });
  expect(verified.text).toContain('"valid":true');
  expect(mails.mails).toEqual([]);

  const body = { kept_mails: 'send' };
  expect((await send(server.address, 'POST', '/api/v1/settings/mail/release', { token, body })).status).toBe(200);
  await expect.poll(() => mails.mails.flatMap(({ to }) => to)).toContain(account.email);
});

it('needs the keys from elsewhere for a backup without keys', async () => {
  const refused = await restore(keyless);
  expect([refused.code, refused.stderr]).toEqual([78, expect.stringMatching(/contains no keys[^\n]*--keys-file\n$/)]);
  const { code, stdout } = await restore(keyless, ['--keys-file', keysFile, '--json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    {
      data_dir: folder,
      ended_sessions: 1,
      api_keys: [{ email: 'ann@example.com', name: 'Deploy' }],
      administrators: [{ email: 'ann@example.com', role: 'owner', organization: 'Acme' }],
      mail_on_hold: true,
      authenticated: true,
      signed_with: expect.stringMatching(/^\w{12}$/),
    },
  ]);
  expect((await login(await start())).status).toBe(200);
});

it('refuses the keys of another installation', async () => {
  const other = await spawnInstance();
  closing.push(other);
  const { code, stderr } = await restore(keyless, ['--keys-file', join(other.dataDir, 'keys.json')]);
  expect([code, stderr]).toEqual([78, expect.stringMatching(/signed with the key \w+, which \S+ doesn't have\n$/)]);
});

it('takes a backup without a signature only if told to, and one with a wrong signature never', async () => {
  const stripped = join(base.path, 'stripped.tar.gz');
  const content = await mkdtemp(join(base.path, 'content-'));
  execFileSync('tar', ['-xzf', keyless, '-C', content]);
  const database = await openSqlite3(join(content, 'castellan.db'), 'read-write');
  await database.run("update users set role = 'member'", []);
  await database.close();
  const manifest = join(content, 'manifest.json');
  const sha256 = await sha256Of(join(content, 'castellan.db'));
  const parts = JSON.parse(await readFile(manifest, 'utf8')) as { parts: { name: string; sha256: string }[] };
  for (const part of parts.parts) if (part.name === 'castellan.db') part.sha256 = sha256;
  await writeFile(manifest, JSON.stringify(parts));
  const pack = async (): Promise<void> => {
    execFileSync('tar', ['-czf', stripped, '-C', content, ...(await readdir(content))]);
  };
  await pack();
  const withKeys = ['--keys-file', keysFile];
  const forged = await restore(stripped, [...withKeys, '--accept-unsigned']);
  expect([forged.code, forged.stderr]).toEqual([78, expect.stringMatching(/: it was changed after it was signed\n$/)]);

  await rm(join(content, 'manifest.signature.json'));
  await pack();
  const refused = await restore(stripped, withKeys);
  expect([refused.code, refused.stdout]).toEqual([78, '']);
  expect(refused.stderr).toMatch(
    /: its signature is missing, so anyone may have changed it\. [^\n]+--accept-unsigned\n$/,
  );
  expect(await readdir(folder)).toEqual(['castellan.lock']);

  const { code, stdout } = await restore(stripped, [...withKeys, '--accept-unsigned']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nNot authenticated: the backup has no signature/)]);
});

it.each([
  ['the wrong passphrase', sealedWith({ CASTELLAN_BACKUP_PASSPHRASE: 'wrong horse battery' }), /passphrase is wrong/],
  ['no passphrase', sealedWith({}), /Give its passphrase/],
  ['no such file', () => restore(join(base.path, 'none')), /there is no such file/],
])('leaves the folder empty after %s', async (_what, run, reason) => {
  const { code, stdout, stderr } = await run();
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect(stderr).toMatch(reason);
  expect(await readdir(folder)).toEqual(['castellan.lock']);
  expect((await restore()).code).toBe(0);
});

function sealedWith(environment: Record<string, string>) {
  return () => restore(sealed, [], environment);
}

it('changes nothing in a folder that is not empty', async () => {
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'castellan.db'), 'precious', { mode: 0o600 });
  const { code, stderr } = await restore();
  expect([code, stderr]).toEqual([78, expect.stringMatching(/is not empty: it contains castellan\.db/)]);
  expect((await stat(join(folder, 'castellan.db'))).size).toBe('precious'.length);
});

it('never leaves a folder that starts half restored, however it is killed, and can be repeated', async () => {
  const isStaged = async (): Promise<boolean> => (await readdir(folder).catch(() => [''])).includes('.restoring');
  const delays = [0, 100, 250];
  for (let delay = delays.shift(); delay !== undefined; delay = delays.shift()) {
    const child = spawn(process.execPath, [programFile, 'restore', sealed, '--data-dir', folder], {
      env: { PATH: process.env.PATH ?? '', HOME: base.path, ...passphrase },
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    while (child.exitCode === null && !(await isStaged())) await wait(5);
    await wait(delay);
    child.kill('SIGKILL');
    await ended;
    if (!(await isStaged())) {
      // It was faster than this test. The next one is killed at once.
      await rm(folder, { recursive: true });
      delays.unshift(0);
      continue;
    }
    const serve = await runProgram(['serve', '--port', '0', '--data-dir', folder]);
    expect([serve.code, serve.stderr]).toEqual([
      78,
      expect.stringMatching(/didn't finish\. Run castellan restore again\n$/),
    ]);
    expect((await runProgram(['doctor', '--port', '0', '--data-dir', folder])).stdout).toContain("didn't finish");
  }
  expect((await restore()).code).toBe(0);
  expect((await login(await start())).status).toBe(200);
});

it('begins again after it was interrupted between moving the files', async () => {
  await restore();
  await mkdir(join(folder, '.restoring'), { mode: 0o700 });
  await rm(join(folder, 'keys.json'));
  expect((await restore()).code).toBe(0);
  expect((await login(await start())).status).toBe(200);
});
