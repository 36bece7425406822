import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { checkNames } from '#main/service-commands/doctor/check.ts';

const folder = perTest(() => temporaryFolder('castellan-doctor-'));
let server: SpawnedInstance | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const doctorOf = async (dataDir: string) => (await runWarm(['doctor', '--data-dir', dataDir, '--port', '0'])).stdout;

describe('doctor, beside a running service', () => {
  const passphrase = 'correct horse battery';

  it('tells the service’s settings and what the service can do with them, not what its own environment says', async () => {
    const mails = await startMailServer(0, { account: { user: 'castellan', password: 'sesame' } });
    const backups = join(folder.path, 'a file');
    await writeFile(backups, '');
    const dataDir = join(folder.path, 'data');
    const environment = {
      CASTELLAN_BACKUP_DIR: backups,
      CASTELLAN_BACKUP_PASSPHRASE: passphrase,
      CASTELLAN_SMTP_URL: `smtp://castellan:wrong@127.0.0.1:${mails.port}`,
      CASTELLAN_PUBLIC_URL: 'https://castellan.example.org',
      CASTELLAN_RATE_LIMITS: 'off',
      CASTELLAN_SMTP_URI: 'x',
    };
    server = await spawnInstance({ dataDir, environment });
    const { code, stdout } = await runWarm(['doctor', '--data-dir', dataDir, '--port', '4711']);
    await mails.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ok {4}service: version \S+ runs since \S+Z, public URL https:\/\/castellan\.example\.org\. .*not with --port$/m,
    );
    expect(stdout).toMatch(/^fail {2}backups: \S*[^\n]*a file/m);
    expect(stdout).toMatch(new RegExp(`^fail {2}mail server: 127\\.0\\.0\\.1:${mails.port}: .*535`, 'm'));
    expect(stdout).toContain(`ok    port: Castellan is running on ${server.address}\n`);
    expect(stdout).toMatch(/^ok {4}limits: off, so anyone/m);
    expect(stdout).toMatch(/^fail {2}variables: .*CASTELLAN_SMTP_URI/m);
    expect(stdout).not.toMatch(/sesame|wrong@|correct horse/);
    await server.stop();
    const stopped = await doctorOf(dataDir);
    expect(stopped).toMatch(/^ok {4}service: none runs on /m);
    expect(stopped).toMatch(/^ok {4}backups: not scheduled/m);
    expect(stopped).toMatch(/^ok {4}mail server: not set/m);
  });

  it('puts nothing on the terminal that a mail server could control it with', async () => {
    const mails = createServer((socket) => {
      socket.end('554 \u001b]0;owned\u0007\r\n');
    }).listen(0, '127.0.0.1');
    await once(mails, 'listening');
    const { port } = mails.address() as AddressInfo;
    const dataDir = join(folder.path, 'data');
    server = await spawnInstance({ dataDir, environment: { CASTELLAN_SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const text = await doctorOf(dataDir);
    mails.close();
    expect(text).toMatch(/^fail {2}mail server: \P{Cc}*owned\P{Cc}*$/mu);
    expect(text).toMatch(/^(?:\P{Cc}+\n)+$/u);
  });

  it('refuses a backup that is dated in the future, and the log of the service names it', async () => {
    const dataDir = join(folder.path, 'data');
    const backups = join(folder.path, 'backups');
    await mkdir(backups, { mode: 0o700 });
    const name = 'castellan-20990101T000000Z.tar.gz';
    await writeFile(join(backups, name), '');
    const environment = { CASTELLAN_BACKUP_DIR: backups, CASTELLAN_BACKUP_PASSPHRASE: passphrase };
    server = await spawnInstance({ dataDir, environment });
    await expect.poll(async () => (await readdir(backups)).filter((file) => file.endsWith('Z.tar.gz'))).toHaveLength(2);
    expect(await doctorOf(dataDir)).toMatch(
      new RegExp(`^fail {2}backups: ${name} in ${backups} is dated in the future`, 'm'),
    );
    expect((await server.stop()).stderr).toMatch(new RegExp(`"file":"${name}".*dated in the future`));
  });

  it.runIf(process.getuid?.() === 0)('says for another user only that this one may not look', async () => {
    const dataDir = join(folder.path, 'data');
    server = await spawnInstance({ dataDir });
    const program = [process.execPath, programFile, 'doctor', '--data-dir', dataDir];
    const { status, stdout } = spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...program], {
      encoding: 'utf8',
    });
    const [first = '', ...others] = stdout.trimEnd().split('\n');
    expect([status, first]).toEqual([
      1,
      expect.stringMatching(/^fail {2}service: \S+ can't be accessed\. [^\n]+ as the user/),
    ]);
    expect(others).toHaveLength(checkNames.length - 1);
    for (const line of others) {
      expect(line).toMatch(/^fail {2}[\w ]+: not checked: this user may not access the data folder$/);
    }
  });

  it('can’t speak for a service that it can’t ask, and says so', async () => {
    const dataDir = join(folder.path, 'data');
    server = await spawnInstance({ dataDir });
    await server.stop();
    const old = createServer((socket) => {
      socket.end(`${JSON.stringify({ error: { message: 'This command is of another version', kind: 'other' } })}\n`);
    });
    old.listen(join(dataDir, 'castellan.sock'));
    await once(old, 'listening');
    const text = await doctorOf(dataDir);
    old.close();
    expect(text).toMatch(/^fail {2}service: This command is of another version$/m);
    for (const name of ['backups', 'port', 'proxies', 'limits', 'variables', 'mail server', 'outgoing proxy']) {
      expect(text).toContain(`fail  ${name}: not checked: only the running service can tell`);
    }
    expect(text).toMatch(/^ok {4}database: intact/m);
  });
});
