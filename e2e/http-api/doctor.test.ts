import { once } from 'node:events';
import { chmod, cp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { perFile, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { systemClock } from '#main/platform/clock.ts';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';
import { day } from '#shared/rules/limits.ts';

const folder = perTest(() => temporaryFolder('castellan-cli-'));
let server: SpawnedInstance | undefined;
/** A folder that a service has used. Starting one takes longer than doctor. */
const used = perFile(async () => {
  const place = await temporaryFolder('castellan-used-');
  await (await spawnInstance({ dataDir: place.path })).stop();
  return place;
});
const copyUsed = () => cp(used.path, folder.path, { recursive: true });

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the doctor command', () => {
  const doctor = (dataDir: string, ...args: string[]) =>
    runWarm(['doctor', '--data-dir', dataDir, '--port', '0', ...args]);

  it('finds nothing wrong before the first start, and creates nothing', async () => {
    const path = join(folder.path, 'new');
    const { code, stdout } = await runProgram(['doctor', '--data-dir', path, '--port', '0']);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/^fail/m);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('finds nothing wrong in a used folder, with the service stopped or running', async () => {
    server = await spawnInstance({ dataDir: folder.path });
    const running = await doctor(folder.path, '--port', String(server.port));
    expect([running.code, running.stdout]).toEqual([0, expect.stringContaining('Castellan is running on')]);
    await server.stop();
    const { code, stdout } = await doctor(folder.path);
    expect(code).toBe(0);
    for (const name of [
      'data folder',
      'database file',
      'key file',
      'database',
      'sandbox',
      'port',
      'mail server',
      'outgoing proxy',
      'clock',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ok {4}${name}: `, 'm'));
    }
  });

  it('reports each problem of a folder on a line of its own, and changes nothing', async () => {
    await copyUsed();
    await writeFile(join(folder.path, 'castellan.db'), 'not a database');
    await chmod(join(folder.path, 'castellan.db'), 0o644);
    await rm(join(folder.path, 'keys.json'));
    await symlink('/etc/hostname', join(folder.path, 'keys.json'));
    await chmod(folder.path, 0o755);
    const before = await modesOf(folder.path);
    const { code, stdout, stderr } = await doctor(folder.path);
    expect([code, stderr]).toEqual([1, '']);
    for (const name of ['data folder', 'database file', 'key file', 'database']) {
      expect(stdout).toMatch(new RegExp(`^fail {2}${name}: `, 'm'));
    }
    expect(stdout).toMatch(/^ok {4}port: /m);
    expect(await modesOf(folder.path)).toEqual(before);
  });

  it('lists copies from before upgrades, and finds one that others can read', async () => {
    await chmod(folder.path, 0o700);
    expect((await doctor(folder.path)).stdout).toMatch(/^ok {4}upgrade copies: none$/m);
    const copy = join(folder.path, 'castellan.db.before-002-later');
    await writeFile(copy, 'copy', { mode: 0o600 });
    await utimes(copy, 1_763_856_000, 1_763_856_000);
    expect((await doctor(folder.path)).stdout).toMatch(
      /^ok {4}upgrade copies: 0 MB: castellan\.db\.before-002-later of 2025-11-23$/m,
    );
    await chmod(copy, 0o644);
    const { code, stdout } = await doctor(folder.path);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}upgrade copies: .*before-002-later can be read by other users/m);
  });

  it('reports an unreadable sandbox', async () => {
    await copyUsed();
    const path = join(folder.path, 'sandbox.json');
    await writeFile(path, '{"version": 1, "accounts": {"ten_1": "hello"}}', { mode: 0o600 });
    const { code, stdout } = await doctor(folder.path);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}sandbox: .*is damaged\. Reset the sandbox/m)]);
    await chmod(path, 0o644);
    expect((await doctor(folder.path)).stdout).toMatch(/^fail {2}sandbox: .*can be read by other users/m);
  });

  it('reports a port that another program uses', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stdout } = await doctor(folder.path, '--port', String(port));
    other.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}port: /m)]);
  });

  it('reports a mail server that does not answer, without its password', async () => {
    const { code, stdout } = await doctor(folder.path, '--smtp-url', 'smtp://user:sesame@127.0.0.1:1');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}mail server: 127\.0\.0\.1:1/m)]);
    expect(stdout).not.toContain('sesame');
  });

  it('tests the mail server that was set in the console, with its own password', async () => {
    const mails = await startMailServer(0, { account: { user: 'castellan', password: 'sesame' } });
    server = await spawnInstance({ dataDir: folder.path });
    const account = { email: 'olivia@example.com', password: 'a long winding road 7' };
    const body = { ...account, name: 'Olivia', company_name: 'Acme' };
    await send(server.address, 'POST', '/api/v1/auth/signup', { body });
    const { body: login } = await send(server.address, 'POST', '/api/v1/auth/login', { body: account });
    const token = (login as { access_token: string }).access_token;
    const settings = {
      host: '127.0.0.1',
      port: mails.port,
      security: 'none',
      username: 'castellan',
      server_password: 'sesame',
      sender_name: 'Acme',
      sender_address: 'acme@example.com',
      kept_mails: 'keep',
      password: account.password,
    };
    const set = await send(server.address, 'PUT', '/api/v1/settings/mail', { token, body: settings });
    expect(set.status).toBe(200);
    const wrong = { ...settings, server_password: 'sesamum' };
    await server.stop();
    expect((await doctor(folder.path)).stdout).toMatch(
      new RegExp(`^ok +mail server: 127.0.0.1:${mails.port} is reachable`, 'm'),
    );
    server = await spawnInstance({ dataDir: folder.path });
    const { body: again } = await send(server.address, 'POST', '/api/v1/auth/login', { body: account });
    const next = (again as { access_token: string }).access_token;
    await send(server.address, 'PUT', '/api/v1/settings/mail', { token: next, body: wrong });
    await server.stop();
    const { code, stdout } = await doctor(folder.path);
    await mails.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}mail server: .*535/m)]);
    expect(stdout).not.toContain('sesam');
  });

  it('reports a data folder that is a file', async () => {
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    const { code, stdout } = await doctor(path);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}data folder: /m)]);
  });

  it('tells the free space of the disk, and that no proxy is trusted', async () => {
    const { stdout } = await doctor(folder.path);
    expect(stdout).toMatch(/^ok {4}disk: \d+ MB free$/m);
    expect(stdout).toMatch(/^ok {4}proxies: none$/m);
    expect(stdout).toMatch(/^ok {4}variables: /m);
  });

  it('tells a misspelled variable, which the service warns about too', async () => {
    const environment = { CASTELLAN_SMTP_URI: 'smtp://user:sesame@mail.example' };
    const { code, stdout } = await runProgram(['doctor', '--data-dir', folder.path, '--port', '0'], environment);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('fail  variables: nothing reads CASTELLAN_SMTP_URI (did you mean CASTELLAN_SMTP_URL?)'),
    ]);
    server = await spawnInstance({ dataDir: folder.path, environment });
    const { stderr } = await server.stop();
    expect(JSON.parse(stderr.split('\n')[0] ?? '')).toMatchObject({
      level: 40,
      variable: 'CASTELLAN_SMTP_URI',
      nearest: 'CASTELLAN_SMTP_URL',
    });
    expect(stderr).not.toContain('sesame');
  });

  it('tells a proxy that is not trusted, also by what the running service has seen', async () => {
    const missing = await doctor(folder.path, '--public-url', 'https://a.example', '--trusted-proxies', 'none');
    expect(missing.stdout).toMatch(/^fail {2}proxies: .*--trusted-proxies names none$/m);
    const token = 'f3b0c44298fc1c149afbf4c8996fb924';
    const environment = { CASTELLAN_METRICS_TOKEN: token };
    server = await spawnInstance({ dataDir: folder.path, environment });
    const run = () =>
      runWarm(['doctor', '--data-dir', folder.path, '--port', String((server as SpawnedInstance).port)], environment);
    expect((await run()).stdout).toMatch(/^ok {4}proxies: /m);
    for (let call = 0; call < 2; call += 1) {
      await send(server.address, 'GET', '/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    }
    expect((await run()).stdout).toMatch(/^fail {2}proxies: 2 requests came through a proxy /m);
  });

  it('names three tenants whose log was tampered with, and counts the rest', async () => {
    server = await spawnInstance({ dataDir: folder.path, args: ['--rate-limits', 'off'] });
    for (let tenant = 0; tenant < 5; tenant += 1) {
      const body = { email: `o${tenant}@example.com`, name: 'O', password: 'a long winding road 7', company_name: 'C' };
      expect((await send(server.address, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
    }
    const sound = await doctor(folder.path, '--port', String(server.port));
    expect([sound.code, sound.stdout]).toEqual([0, expect.stringMatching(/^ok {4}audit log: intact in 5 tenants$/m)]);
    await server.stop();
    const connection = await openSqlite3(join(folder.path, 'castellan.db'), 'read-write');
    await connection.run('update audit_events set actor_name = ?', ['Somebody else']);
    await connection.close();
    const { code, stdout } = await doctor(folder.path);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^fail {2}audit log: tampering detected in (tnt_[\w-]+(, )?){3} and 2 more$/m),
    ]);
  });

  it('finds in a thorough check what a quick one passes', async () => {
    await copyUsed();
    const connection = await openSqlite3(join(folder.path, 'castellan.db'), 'read-write');
    await connection.exec(`pragma foreign_keys = off; insert into workspaces
      (id, tenant_id, slug, name, name_key, health_score, owner_id, created_at) values
      ('ws_x', 'tnt_missing', 'x', 'x', 'x', 1, 'user_missing', 0)`);
    await connection.close();
    expect((await doctor(folder.path)).stdout).toMatch(/^ok {4}database: intact, /m);
    expect((await doctor(folder.path, '--thorough')).stdout).toMatch(/^fail {2}database: .*foreign keys/m);
    const { code, stderr } = await runProgram(['serve', '--thorough']);
    expect([code, stderr]).toEqual([78, expect.stringContaining('--thorough')]);
  });

  it('tells a clock that is behind the database', async () => {
    server = await spawnInstance({ dataDir: folder.path });
    const account = { email: 'olivia@example.com', password: 'a long winding road 7' };
    await send(server.address, 'POST', '/api/v1/auth/signup', { body: { ...account, name: 'O', company_name: 'C' } });
    await send(server.address, 'POST', '/api/v1/auth/login', { body: account });
    await server.stop();
    const connection = await openSqlite3(join(folder.path, 'castellan.db'), 'read-write');
    await connection.run('update sessions set created_at = created_at + 86400000', []);
    await connection.close();
    expect((await doctor(folder.path)).stdout).toMatch(
      /^fail {2}clock: the clock says .*, but there is a sign-in of .* 1 session from after that/m,
    );
  });

  it.each([
    ['a copy from before an upgrade', 'castellan.db.before-038-audit-retention'],
    ['the audit heads', 'audit-heads.json'],
    ['a key', 'keys.json'],
  ])('tells %s that is dated in the future', async (_, name) => {
    server = await spawnInstance({ dataDir: folder.path });
    await server.stop();
    const path = join(folder.path, name);
    if (name.startsWith('castellan.db')) await writeFile(path, 'copy', { mode: 0o600 });
    const at = new Date(systemClock.now() + 40 * day);
    if (name === 'keys.json') {
      const content = JSON.parse(await readFile(path, 'utf8'));
      content.keys[0].created_at = at.toISOString();
      await writeFile(path, JSON.stringify(content));
    } else await utimes(path, at, at);
    const { code, stdout } = await doctor(folder.path);
    expect(code).toBe(1);
    expect(stdout).toContain(name === 'keys.json' ? 'a key in keys.json of' : `the file ${name} of`);
    expect(stdout).toMatch(/^fail {2}clock: /m);
  });

  it('takes ten seconds at most, even if the mail server says nothing', async () => {
    const mute = createServer(() => {});
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as { port: number };
    const startedAt = performance.now();
    const { code, stdout } = await doctor(folder.path, '--smtp-url', `smtp://127.0.0.1:${port}`);
    const elapsedMs = performance.now() - startedAt;
    mute.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}mail server: .*no response within 8 seconds/m)]);
    expect(elapsedMs).toBeLessThan(30_000);
  });
});
