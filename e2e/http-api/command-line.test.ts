import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { send } from '#e2e/fixtures/doors.ts';
import { startMailServer } from '#e2e/fixtures/mail-server.ts';
import { sendRaw } from '#e2e/fixtures/raw-http.ts';
import { runProgram, type SpawnedServer, spawnServer } from '#e2e/fixtures/test-server.ts';
import { settingNames, settings, variableOf } from '#main/config.ts';
import { openSqlite3 } from '#main/database/sqlite3-connection.ts';

let folder: string;
let server: SpawnedServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-cli-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Modes of a folder's files, by name. */
const modesOf = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path)).map(async (name) => [name, ((await stat(join(path, name))).mode & 0o777).toString(8)]),
    ),
  );

describe('help', () => {
  it.each([[['--help']], [['-h']], [['help']], [[]]])('lists the commands (%j)', async (args) => {
    const { code, stdout, stderr } = await runProgram(args);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['start', 'serve', 'doctor', 'openapi'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  it.each(['serve', 'start', 'doctor'])('lists every setting with variable and default (%s)', async (command) => {
    const { code, stdout, stderr } = await runProgram([command, '--help'], { HOME: '/home/somebody' });
    expect([code, stderr]).toEqual([0, '']);
    for (const name of settingNames) {
      const fallback = name === 'data-dir' ? '/home/somebody/.castellan' : settings[name].fallback || 'none';
      expect(stdout).toContain(
        `--${name} VALUE\n      ${settings[name].help} (${variableOf(name)}; default: ${fallback})`,
      );
    }
    expect(stdout).toContain('--config FILE');
  });
});

describe('what is wrong stops it with one line that names it', () => {
  const wrong: [string[], Record<string, string>, RegExp][] = [
    [['nothing'], {}, /Unknown command nothing/],
    [['serve', '--nothing', '1'], {}, /--nothing/],
    [['serve', 'extra'], {}, /extra/],
    [['serve', '--port', 'high'], {}, /^castellan: --port: "high" is wrong/],
    [['serve', '--port', '65536'], {}, /--port: "65536"/],
    [['serve', '--port', '-1'], {}, /--port/],
    [['serve'], { CASTELLAN_PORT: '1e3' }, /CASTELLAN_PORT: "1e3"/],
    [['serve', '--host', ''], {}, /--host: ""/],
    [['serve'], { CASTELLAN_BCRYPT_COST: '4' }, /CASTELLAN_BCRYPT_COST: "4"/],
    [['serve'], { CASTELLAN_LOG_LEVEL: 'loud' }, /CASTELLAN_LOG_LEVEL: "loud"/],
    [['serve'], { CASTELLAN_RATE_LIMITS: 'no' }, /CASTELLAN_RATE_LIMITS: "no"/],
    [['serve'], { CASTELLAN_TRUSTED_PROXIES: 'proxy.example' }, /CASTELLAN_TRUSTED_PROXIES: "proxy.example"/],
    [['serve'], { CASTELLAN_PUBLIC_URL: 'https://example.com/path' }, /CASTELLAN_PUBLIC_URL/],
    [['serve'], { CASTELLAN_PUBLIC_URL: 'javascript:alert(1)' }, /CASTELLAN_PUBLIC_URL/],
    [['serve'], { CASTELLAN_SMTP_URL: 'http://mail.example' }, /CASTELLAN_SMTP_URL/],
    [['serve', '--mail-from', 'a\nb'], {}, /--mail-from/],
    [['serve', '--config', '/nowhere.json'], {}, /\/nowhere\.json/],
    [['doctor'], { CASTELLAN_PORT: 'high' }, /CASTELLAN_PORT: "high"/],
  ];
  it.each(wrong)('%j %j', async (args, environment, message) => {
    const { code, stdout, stderr } = await runProgram(args, { CASTELLAN_DATA_DIR: folder, ...environment });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(await readdir(folder)).toEqual([]);
  });

  it('names a wrong setting of the file', async () => {
    const file = join(folder, 'settings.json');
    const attempt = async (content: string) => {
      await writeFile(file, content);
      const { code, stderr } = await runProgram(['serve', '--config', file]);
      expect([code, stderr.split('\n').length]).toEqual([1, 2]);
      return stderr;
    };
    expect(await attempt('{"prot": 1}')).toContain('Unknown setting prot');
    expect(await attempt('{"port": "high"}')).toContain('port in ');
    expect(await attempt('[1]')).toContain(file);
    expect(await attempt('{')).toContain(file);
  });

  it('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stdout, stderr } = await runProgram(['serve', '--port', String(port), '--data-dir', folder]);
    other.close();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `castellan: Port ${port} on 127.0.0.1 is taken by another program: end it, or choose another with --port\n`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('a second instance on the same folder; the first goes on', async () => {
    server = await spawnServer();
    const { code, stdout, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', server.dataDir]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`castellan: Another Castellan is running on ${server.dataDir}\n`);
    expect((await send(server.address, 'GET', '/readyz')).status).toBe(200);
  });
});

describe('serve', () => {
  it('prints one line to stdout when ready, and keeps its files private', async () => {
    server = await spawnServer({ args: ['--log-level', 'trace'] });
    const { address } = server;
    expect((await send(address, 'GET', '/healthz')).status).toBe(200);
    expect(await modesOf(server.dataDir)).toMatchObject({
      'castellan.db': '600',
      'castellan.db-wal': '600',
      'keys.json': '600',
    });
    expect(new Set(Object.values(await modesOf(server.dataDir)))).toEqual(new Set(['600']));
    const { code, stdout } = await server.stop();
    expect([code, stdout]).toEqual([0, `castellan listening on ${address}\n`]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s', async (signal) => {
    server = await spawnServer();
    expect((await server.stop(signal)).code).toBe(0);
  });

  it('takes flags before variables before the file', async () => {
    const file = join(folder, 'settings.json');
    await writeFile(
      file,
      JSON.stringify({ 'public-url': 'https://file.example', 'rate-limits': 'off', 'bcrypt-cost': 10 }),
    );
    const from = async (args: string[], environment: Record<string, string>) => {
      server = await spawnServer({ args: ['--config', file, ...args], environment });
      const { port } = server;
      const body = '{"email":"a@example.com"}';
      const names = ['file.example', 'variable.example', 'flag.example'];
      const statuses = await Promise.all(
        names.map(async (name) => {
          const headers = [`Host: ${name}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
          return (await sendRaw(port, 'POST /api/v1/auth/forgot-password HTTP/1.1', headers, body)).status;
        }),
      );
      await server.close();
      return names.filter((_, index) => statuses[index] === 200);
    };
    expect(await from([], {})).toEqual(['file.example']);
    expect(await from([], { CASTELLAN_PUBLIC_URL: 'https://variable.example' })).toEqual(['variable.example']);
    expect(
      await from(['--public-url', 'https://flag.example'], { CASTELLAN_PUBLIC_URL: 'https://variable.example' }),
    ).toEqual(['flag.example']);
  });

  it('refuses a folder that is open to others and holds other files', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await chmod(folder, 0o755);
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^castellan: [^\n]*open to others[^\n]*\n$/);
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });
});

describe('doctor', () => {
  const doctor = (dataDir: string, ...args: string[]) =>
    runProgram(['doctor', '--data-dir', dataDir, '--port', '0', ...args]);

  it('finds nothing wrong before the first start, and makes nothing', async () => {
    const path = join(folder, 'new');
    const { code, stdout } = await doctor(path);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/^wrong/m);
    expect(await readdir(folder)).toEqual([]);
  });

  it('finds nothing wrong in a folder that was used, stopped or running', async () => {
    server = await spawnServer({ dataDir: folder });
    const running = await doctor(folder, '--port', String(server.port));
    expect([running.code, running.stdout]).toEqual([0, expect.stringContaining('is served by Castellan')]);
    await server.stop();
    const { code, stdout } = await doctor(folder);
    expect(code).toBe(0);
    for (const name of [
      'data folder',
      'database file',
      'key file',
      'database',
      'sandbox',
      'port',
      'mail server',
      'clock',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ok {4}${name}: `, 'm'));
    }
  });

  it('tells what is wrong of a folder, each on a line, and changes nothing', async () => {
    server = await spawnServer({ dataDir: folder });
    await server.stop();
    await writeFile(join(folder, 'castellan.db'), 'not a database');
    await chmod(join(folder, 'castellan.db'), 0o644);
    await rm(join(folder, 'keys.json'));
    await symlink('/etc/hostname', join(folder, 'keys.json'));
    await chmod(folder, 0o755);
    const before = await modesOf(folder);
    const { code, stdout, stderr } = await doctor(folder);
    expect([code, stderr]).toEqual([1, '']);
    for (const name of ['data folder', 'database file', 'key file', 'database']) {
      expect(stdout).toMatch(new RegExp(`^wrong ${name}: `, 'm'));
    }
    expect(stdout).toMatch(/^ok {4}port: /m);
    expect(await modesOf(folder)).toEqual(before);
  });

  it('tells an audit log that was tampered with, beside the running service', async () => {
    server = await spawnServer({ dataDir: folder });
    const account = { email: 'olivia@example.com', name: 'Olivia', password: 'a long winding road 7' };
    const body = { ...account, company_name: 'Northwind' };
    const { body: made } = await send(server.address, 'POST', '/api/v1/auth/signup', { body });
    const { tenant_id } = made as { tenant_id: string };
    const sound = await doctor(folder, '--port', String(server.port));
    expect([sound.code, sound.stdout]).toEqual([0, expect.stringMatching(/^ok {4}audit log: whole, in 1 tenants$/m)]);
    await server.stop();
    const connection = await openSqlite3(join(folder, 'castellan.db'), 'read-write');
    await connection.run('update audit_events set actor_name = ?', ['Somebody else']);
    await connection.close();
    const { code, stdout } = await doctor(folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`wrong audit log: was tampered with in ${tenant_id}`)]);
  });

  it('tells a sandbox that cannot be read', async () => {
    server = await spawnServer({ dataDir: folder });
    await server.stop();
    const path = join(folder, 'sandbox.json');
    await writeFile(path, '{"version": 1, "accounts": {"ten_1": "hello"}}', { mode: 0o600 });
    const { code, stdout } = await doctor(folder);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong sandbox: .*is damaged: reset it/m)]);
    await chmod(path, 0o644);
    expect((await doctor(folder)).stdout).toMatch(/^wrong sandbox: .*can be read by others/m);
  });

  it('tells a port that a stranger holds', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stdout } = await doctor(folder, '--port', String(port));
    other.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong port: /m)]);
  });

  it('tells a mail server that does not answer, without its password', async () => {
    const { code, stdout } = await doctor(folder, '--smtp-url', 'smtp://user:sesame@127.0.0.1:1');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong mail server: 127\.0\.0\.1:1/m)]);
    expect(stdout).not.toContain('sesame');
  });

  it('tries the mail server that was set in the console, with its own password', async () => {
    const mails = await startMailServer(0, { account: { user: 'castellan', password: 'sesame' } });
    server = await spawnServer({ dataDir: folder });
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
    expect((await doctor(folder)).stdout).toMatch(new RegExp(`^ok +mail server: 127.0.0.1:${mails.port} answers`, 'm'));
    server = await spawnServer({ dataDir: folder });
    const { body: again } = await send(server.address, 'POST', '/api/v1/auth/login', { body: account });
    const next = (again as { access_token: string }).access_token;
    await send(server.address, 'PUT', '/api/v1/settings/mail', { token: next, body: wrong });
    await server.stop();
    const { code, stdout } = await doctor(folder);
    await mails.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong mail server: .*535/m)]);
    expect(stdout).not.toContain('sesam');
  });

  it('tells a data folder that is a file', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    const { code, stdout } = await doctor(path);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^wrong data folder: /m)]);
  });
});
