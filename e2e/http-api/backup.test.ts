import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { closedAfterwards, perFile, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { readDatabase } from '#main/storage/database/engines/sqlite/open.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const passphrase = 'correct horse battery';
const withPassphrase = { CASTELLAN_BACKUP_PASSPHRASE: passphrase };

const server = perFile(() => spawnInstance({ args: ['--bcrypt-cost', '10', '--rate-limits', 'off'] }));
let owner: { token: string; tenantId: string };
beforeAll(async () => {
  const account = { email: 'ann@example.com', name: 'Ann', password: 'a long passphrase', company_name: 'Acme' };
  await send(server.address, 'POST', '/api/v1/auth/signup', { body: account });
  const { email, password } = account;
  const { body } = await send(server.address, 'POST', '/api/v1/auth/login', { body: { email, password } });
  const { access_token, user } = body as { access_token: string; user: { tenant_id: string } };
  owner = { token: access_token, tenantId: user.tenant_id };
});

const folder = perTest(() => temporaryFolder('castellan-backups-'));
let file: string;
beforeEach(async () => {
  file = join(folder.path, 'one.tar.gz');
});

const argumentsOf = (args: string[] = []) => ['backup', file, '--data-dir', server.dataDir, ...args];
const backup = (args: string[] = [], environment: Record<string, string> = withPassphrase) =>
  runWarm(argumentsOf(args), environment);
const verify = (args: string[] = [], environment: Record<string, string> = withPassphrase) =>
  runWarm(['backup', 'verify', file, ...args], environment);

const invite = async (email: string): Promise<string> => {
  const path = `/api/v1/tenants/${owner.tenantId}/invitations`;
  const body = { email, role: 'member' };
  const { status } = await send(server.address, 'POST', path, { token: owner.token, body });
  // A busy server asks to try again.
  if (status === 503) return invite(email);
  expect(status).toBe(201);
  return email;
};

/** The files of an archive, by tar itself. */
const unpacked = async (): Promise<string> => {
  const target = await mkdtemp(join(folder.path, 'unpacked-'));
  execFileSync('tar', ['-xzf', file, '-C', target]);
  return target;
};

it('writes one private file under write load, with every change that was confirmed before it began', async () => {
  const confirmed: string[] = [];
  let stopped = false;
  const writer = async (name: string): Promise<void> => {
    for (let index = 0; !stopped; index += 1) confirmed.push(await invite(`${name}-${index}@example.com`));
  };
  const writers = ['a', 'b', 'c', 'd'].map(writer);
  confirmed.push(await invite('before@example.com'));
  const before = [...confirmed];
  const { code, stdout, stderr } = await runProgram(argumentsOf(), withPassphrase);
  const during = confirmed.length - before.length;
  stopped = true;
  await Promise.all(writers);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Wrote ${file}: \\d+ rows, \\d+ bytes\\n$`));
  expect(during, 'writes during the backup').toBeGreaterThan(0);
  expect(await modesOf(folder.path)).toEqual({ 'one.tar.gz': '600' });
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });
  const emails = await readDatabase(join(await unpacked(), 'castellan.db'), (db) =>
    tablesOf(db).selectFrom('invitations').select('email').execute(),
  );
  const inBackup = new Set(emails.map(({ email }) => email));
  expect(before.filter((email) => !inBackup.has(email))).toEqual([]);
});

it('says what it checked, and shows the keys to no one', async () => {
  await backup();
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^ok {4}backup of \S+Z by Castellan \S+, schema \S+\nok {4}authenticated: signed with the key \w+, and the passphrase shows[^\n]+\nok {4}database: \d+ rows in \d+ tables, undamaged\nok {4}audit logs: 1 [^\n]+\nok {4}keys: the passphrase opens them[^\n]+\n$/,
    ),
  ]);
  expect(await readdir(folder.path)).toEqual(['one.tar.gz']);
  const { keys } = JSON.parse(await readFile(join(server.dataDir, 'keys.json'), 'utf8')) as {
    keys: { secret: string }[];
  };
  const content = await unpacked();
  for (const name of await readdir(content)) {
    expect(await readFile(join(content, name), 'latin1'), name).not.toContain(keys[0]?.secret);
  }
});

it('takes the passphrase from a private file, for both commands', async () => {
  const passphraseFile = join(folder.path, 'passphrase');
  await writeFile(passphraseFile, `${passphrase}\n`, { mode: 0o600 });
  const option = ['--passphrase-file', passphraseFile];
  const written = await backup([...option, '--json'], {});
  expect(JSON.parse(written.stdout)).toMatchObject({
    file,
    keys: 'sealed',
    signed_with: expect.stringMatching(/^\w{12}$/),
    rows: expect.any(Number),
  });
  expect((await verify(option, {})).stdout).toContain('the passphrase opens them');
  expect((await verify([], {})).stdout).toContain('skip  keys: give the passphrase');
});

it('leaves the keys out only if told to, and says what that means', async () => {
  const refused = await backup([], {});
  expect(refused.code).toBe(78);
  expect(refused.stderr).toMatch(/^castellan: [^\n]*--passphrase-file[^\n]*--without-keys[^\n]*\n$/);
  const { code, stdout } = await backup(['--without-keys']);
  expect([code, stdout]).toEqual([0, expect.stringContaining('You need keys.json to check and to restore it')]);
  expect((await verify()).stdout).toContain('skip  keys: this backup has none');
  expect(JSON.parse((await verify(['--json'])).stdout)).toMatchObject({ file, keys: 'absent', audit_logs: 1 });
  expect(await readdir(await unpacked())).not.toContain('keys.sealed.json');
});

it.each([
  ['an existing file', () => writeFile(file, 'mine'), /one\.tar\.gz exists/],
  ['a missing folder', () => rm(folder.path, { recursive: true }), /The folder \S+ does not exist/],
])('refuses %s in one line', async (_what, prepare, reason) => {
  await prepare();
  const { code, stdout, stderr } = await backup();
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect(stderr).toMatch(reason);
});

it('refuses a data folder without a database, and a short passphrase', async () => {
  const empty = await runWarm(['backup', file, '--data-dir', folder.path], withPassphrase);
  expect([empty.code, empty.stderr]).toEqual([78, `castellan: There is no database in ${folder.path}\n`]);
  const short = await backup([], { CASTELLAN_BACKUP_PASSPHRASE: 'short' });
  expect([short.code, short.stderr]).toEqual([78, expect.stringContaining('at least 12 characters')]);
  expect(short.stderr).not.toContain('"short"');
});

it('leaves no file behind that looks like a backup when it is killed', async () => {
  for (const delay of [150, 250, 350, 450]) {
    const child = spawn(process.execPath, [programFile, 'backup', file, '--data-dir', server.dataDir], {
      env: { PATH: process.env.PATH ?? '', HOME: folder.path, ...withPassphrase },
    });
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('close', (_code, signal) => resolve(signal)),
    );
    setTimeout(() => child.kill('SIGKILL'), delay);
    await ended;
    const isComplete = await stat(file).then(
      () => true,
      () => false,
    );
    if (!isComplete) continue;
    expect((await verify()).code).toBe(0);
    await rm(file);
  }
  expect(await backup()).toMatchObject({ code: 0 });
});

it('is made on schedule by the running program, and shows in doctor and metrics', async () => {
  const environment = { ...withPassphrase, CASTELLAN_BACKUP_DIR: folder.path };
  const scheduled = await closedAfterwards(spawnInstance({ environment }));
  // The folder in which it is written goes last.
  await expect.poll(() => readdir(folder.path)).toEqual([expect.stringMatching(/^castellan-.*\.tar\.gz$/)]);
  const [name = ''] = await readdir(folder.path);
  file = join(folder.path, name);
  expect(await modesOf(folder.path)).toEqual({ [name]: '600' });
  expect((await verify()).stdout).toContain('the passphrase opens them');
  const metrics = await (await fetch(`${scheduled.address}/metrics`)).text();
  expect(metrics).toMatch(/^castellan_backup_last_success_timestamp_seconds 1\d{9}$/m);
  expect(metrics).toMatch(/^castellan_backup_interval_seconds 86400$/m);
  const doctor = (args: string[]) =>
    runWarm(['doctor', '--port', '0', '--data-dir', scheduled.dataDir, ...args], environment);
  expect((await doctor([])).stdout).toMatch(/^ok +backups: the last one was made at \S+Z/m);
  await rename(file, join(folder.path, 'castellan-20260101T000000Z.tar.gz'));
  const old = await doctor([]);
  expect([old.code, old.stdout]).toEqual([
    1,
    expect.stringMatching(/fail +backups: the last one in \S+ was made at 2026-01-01/),
  ]);
});

it('is not scheduled without a passphrase by accident', async () => {
  const { code, stderr } = await runProgram([
    'serve',
    '--backup-dir',
    folder.path,
    '--data-dir',
    join(folder.path, 'data'),
  ]);
  expect([code, stderr]).toEqual([78, expect.stringMatching(/^castellan: --backup-dir needs a passphrase[^\n]+\n$/)]);
});
