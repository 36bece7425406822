import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { signUpUnverified } from '#e2e/support/api-accounts.ts';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { contract } from '#shared/contract/index.ts';

const [first, second] = ['first-token-0123456789', 'second-token-0123456789'];

const folder = perTest(() => temporaryFolder('castellan-reload-'));
let server: SpawnedInstance;
afterEach(async () => {
  await server.close();
});

const secret = async (name: string, text: string): Promise<string> => {
  const path = join(folder.path, name);
  await writeFile(path, `${text}\n`, { mode: 0o600 });
  return path;
};
const statusWith = async (token: string): Promise<number> =>
  (await send(server.address, 'GET', '/metrics', { token })).status;
/** Asks for a reload, and waits until the log has one more line with these words. */
const reload = async (words: string): Promise<void> => {
  const count = () => server.stderr().split(words).length;
  const before = count();
  server.child.kill('SIGHUP');
  await expect.poll(count).toBe(before + 1);
};
const done = 'read secrets and certificates again"';

it('SIGHUP reads secrets from their files again', async () => {
  const mails = await startMailServer(0, { account: { user: 'castellan', password: 'sesame' } });
  const urlWith = (password: string) => `smtp://castellan:${password}@127.0.0.1:${mails.port}`;
  const backups = join(folder.path, 'backups');
  await mkdir(backups, { mode: 0o700 });
  const environment = {
    CASTELLAN_METRICS_TOKEN_FILE: await secret('token', first),
    CASTELLAN_SMTP_URL_FILE: await secret('smtp', urlWith('wrong')),
    CASTELLAN_BACKUP_PASSPHRASE_FILE: await secret('passphrase', 'correct horse battery'),
    CASTELLAN_BACKUP_DIR: backups,
  };
  const dataDir = join(folder.path, 'data');
  server = await spawnInstance({ dataDir, environment, args: ['--test-clock'] });
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 401]);
  const doctor = async () => (await runWarm(['doctor', '--data-dir', dataDir])).stdout;
  expect(await doctor()).toMatch(/^fail {2}mail server: .*535/m);
  const archives = async () => (await readdir(backups)).filter((name) => /Z\.tar\.gz$/.test(name)).sort();
  await expect.poll(archives).toHaveLength(1);
  await secret('token', second);
  await secret('smtp', urlWith('sesame'));
  await secret('passphrase', 'another horse battery');
  await reload(done);
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  expect(await doctor()).toMatch(/^ok {4}mail server: 127\.0\.0\.1:\d+ is reachable$/m);
  await mails.close();
  // The passphrase of later backups.
  await rm(join(backups, (await archives())[0] ?? ''));
  const account = { email: 'owner@example.com', name: 'Owner', password: 'correct horse battery staple' };
  const { access_token: token } = await signUpUnverified(server, account, 'test');
  expect((await callHttp(server.address, contract.settings.backUpNow, {}, { token })).status).toBe(200);
  await expect.poll(archives).toHaveLength(1);
  const verify = (passphrase: string, file: string) =>
    runProgram(['backup', 'verify', file], { CASTELLAN_BACKUP_PASSPHRASE: passphrase });
  const file = join(backups, (await archives())[0] ?? '');
  expect((await verify('another horse battery', file)).code).toBe(0);
  expect((await verify('correct horse battery', file)).code).toBe(78);
});

it('SIGHUP keeps all previous secrets if anything is invalid, and logs one error', async () => {
  const certificates = join(folder.path, 'none.pem');
  const config = join(folder.path, 'castellan.json');
  const set = (settings: object) => writeFile(config, JSON.stringify(settings));
  await set({ port: 0 });
  server = await spawnInstance({
    args: ['--config', config],
    environment: { CASTELLAN_METRICS_TOKEN_FILE: await secret('token', first) },
  });
  const failed = 'failed to read secrets and certificates again; still using the previous ones';
  await secret('token', 'short');
  await reload(failed);
  await secret('token', second);
  await set({ 'extra-ca-certs': certificates });
  await reload(failed);
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 401]);
  expect(server.stderr()).not.toContain(done);
  // What needs a restart is named.
  await set({ 'backup-every': '2h', 'bcrypt-cost': 11 });
  await reload(done);
  expect(server.stderr()).toMatch(/"settings":\["backupEveryMs"\].*need a restart/);
  expect(await statusWith(second)).toBe(200);
  expect(server.stderr()).not.toMatch(/short|token-0123/);
});
