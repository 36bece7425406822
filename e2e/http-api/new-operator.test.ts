import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentedShell, documentedBlock, documentedShell, linesOf } from '#e2e/support/documented-shell.ts';
import { freePort } from '#e2e/support/free-port.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { type ReverseProxy, sendFrom, startProxy } from '#e2e/support/reverse-proxy.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

/** The commands of docs/operating.md, one after the other, on two computers: behind the real nginx with TLS. */
const base = perFile(() => temporaryFolder('castellan-operator-'));
let shell: DocumentedShell;
let server: SpawnedInstance | undefined;
let proxy: ReverseProxy | undefined;
let publicPort: number;

/** A computer without anything, apart from the program and nginx. */
const newComputer = async (name: string): Promise<DocumentedShell> => {
  const folder = join(base.path, name);
  for (const path of ['etc', 'var/lib', 'var/backups', 'usr/local/bin']) {
    await mkdir(join(folder, path), { recursive: true });
  }
  return documentedShell(
    folder,
    { CASTELLAN_PORT: String(await freePort()), CASTELLAN_BCRYPT_COST: '10' },
    { 'castellan.example.org': `localhost:${publicPort}`, '$(date +%F)': '2026-11-22' },
  );
};
const installCommand = async (): Promise<void> => {
  const file = shell.pathOf('usr/local/bin/castellan');
  await writeFile(file, shell.localized(documentedBlock('exec /opt/castellan')));
  await chmod(file, 0o755);
};
/** What `systemctl start castellan` does: the unit reads its variables from a file. */
const start = async (): Promise<void> => {
  const lines = (await readFile(shell.pathOf('etc/castellan.env'), 'utf8')).trim().split('\n');
  const environment = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  server = await spawnInstance({ dataDir: shell.pathOf('var/lib/castellan'), environment });
  proxy = await startProxy('nginx', publicPort, server.port);
};
const stop = async (): Promise<void> => {
  await proxy?.close();
  await server?.close();
};
const post = async (path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await sendFrom('127.0.0.21', `${proxy?.url}/api/v1${path}`, { body });
  return { status: answer.status, body: JSON.parse(answer.body) };
};
const login = async (password: string): Promise<number> =>
  (await post('/auth/login', { email: 'ann@example.org', password })).status;

beforeAll(async () => {
  publicPort = await freePort();
});
afterAll(async () => {
  await stop();
});

it('a new operator installs Castellan, loses the computer, restores it elsewhere, and lets a locked-out owner in', async () => {
  shell = await newComputer('first');
  await shell.run('install -d -o castellan -g castellan -m 700 /var/lib/castellan');
  await shell.run(linesOf(documentedBlock('useradd --system'), 'install', 'echo'));
  await installCommand();
  const account = documentedBlock("echo 'CASTELLAN_SIGN_UPS=invited'");
  const created = await shell.run(linesOf(account, 'runuser', 'echo'));
  const password = /^Password: (\S+)$/m.exec(created)?.[1] ?? '';
  await start();
  expect(await login(password)).toBe(200);
  const stranger = { email: 'eve@example.org', name: 'Eve', password: 'a long winding road 7', company_name: 'Evil' };
  expect(await post('/auth/signup', stranger)).toMatchObject({ status: 403, body: { code: 'SIGN_UPS_CLOSED' } });

  await shell.run(documentedBlock('openssl rand -base64 24'));
  await shell.run(documentedBlock('runuser -u castellan -- castellan backup /var'));
  expect(await shell.run(documentedBlock('runuser -u castellan -- castellan backup verify'))).toContain(
    'the passphrase opens them',
  );

  await stop();
  const lost = shell;
  shell = await newComputer('second');
  await installCommand();
  await shell.run(`cp -a ${lost.pathOf('var/backups/castellan')} ${shell.pathOf('var/backups/')}`);
  for (const name of ['castellan.env', 'castellan-backup-passphrase']) {
    await shell.run(`cp -a ${lost.pathOf(`etc/${name}`)} ${shell.pathOf('etc/')}`);
  }
  await rm(lost.pathOf('.'), { recursive: true });
  const restored = await shell.run(documentedBlock('runuser -u castellan -- castellan restore'));
  expect(restored).toMatch(/^Restored /m);
  expect(restored).not.toMatch(/^fail/m);
  await start();

  const link = await shell.run(documentedBlock('runuser -u castellan -- castellan user reset-password'));
  const url = new URL(/https:\S+/.exec(link)?.[0] ?? '');
  expect(url.host).toBe(`localhost:${publicPort}`);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  expect(await login('forgotten')).toBe(401);
  const reset = { token, new_password: 'a long winding road 8' };
  expect((await post('/auth/reset-password', reset)).status).toBe(200);
  expect(await login(reset.new_password)).toBe(200);
}, 180_000);
