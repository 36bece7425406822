import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { sendRaw } from '#e2e/support/raw-http.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { settingNames, settings, variableOf } from '#main/config/settings.ts';
import { version } from '#main/platform/version.ts';

const folder = perTest(() => temporaryFolder('castellan-cli-'));
let server: SpawnedInstance | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('the help', () => {
  it.each([
    [['--help'], runWarm],
    [['-h'], runWarm],
    [['help'], runWarm],
    [[], runProgram],
  ])('lists the commands (%j)', async (args, run) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['start', 'serve', 'doctor', 'owner create', 'openapi'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  it.each(['serve', 'start', 'doctor'])('lists every setting with its variable and default (%s)', async (command) => {
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

describe('an error that stops the program in one line that names it', () => {
  const wrong: [string[], Record<string, string>, RegExp][] = [
    [['nothing'], {}, /Unknown command nothing/],
    [['serve', '--nothing', '1'], {}, /--nothing/],
    [['serve', 'extra'], {}, /extra/],
    [['serve', '--port', 'high'], {}, /^castellan: --port: "high" is invalid/],
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
    [['serve', '--mail-from', 'Acme'], {}, /--mail-from: "Acme"/],
    [['serve', '--mail-hostname', 'not a name'], {}, /--mail-hostname/],
    [['serve', '--config', '/nowhere.json'], {}, /\/nowhere\.json/],
    [['doctor'], { CASTELLAN_PORT: 'high' }, /CASTELLAN_PORT: "high"/],
  ];
  it.each(wrong)('is reported for %j %j', async (args, environment, message) => {
    const { code, stdout, stderr } = await runWarm(args, { CASTELLAN_DATA_DIR: folder.path, ...environment });
    expect([code, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
    expect(stderr).toMatch(message);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('is reported for an invalid setting in the file', async () => {
    const file = join(folder.path, 'settings.json');
    const attempt = async (content: string) => {
      await writeFile(file, content);
      const { code, stderr } = await runWarm(['serve', '--config', file]);
      expect([code, stderr.split('\n').length]).toEqual([78, 2]);
      return stderr;
    };
    expect(await attempt('{"prot": 1}')).toContain('Unknown setting prot');
    expect(await attempt('{"port": "high"}')).toContain('port in ');
    expect(await attempt('[1]')).toContain(file);
    expect(await attempt('{')).toContain(file);
  });
});

describe('the serve command', () => {
  it('prints one line to stdout when ready, and keeps its files private', async () => {
    server = await spawnInstance({ args: ['--log-level', 'trace'] });
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

  it.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    server = await spawnInstance();
    expect((await server.stop(signal)).code).toBe(0);
  });

  it('prefers flags to variables, and variables to the file', async () => {
    const file = join(folder.path, 'settings.json');
    await writeFile(
      file,
      JSON.stringify({ 'public-url': 'https://file.example', 'rate-limits': 'off', 'bcrypt-cost': 10 }),
    );
    const from = async (args: string[], environment: Record<string, string>) => {
      server = await spawnInstance({ args: ['--config', file, ...args], environment });
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

  it('rejects a folder that others can read and that holds other files', async () => {
    await writeFile(join(folder.path, 'notes.txt'), 'mine');
    await chmod(folder.path, 0o755);
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', folder.path]);
    expect(code).toBe(78);
    expect(stderr).toMatch(/^castellan: [^\n]*can be accessed by other users[^\n]*\n$/);
    expect(await readdir(folder.path)).toEqual(['notes.txt']);
  });
});

describe('version', () => {
  it.each(['--version', '-V', 'version'])('is told by %s', async (option) => {
    const { code, stdout, stderr } = await runWarm([option]);
    expect([code, stdout, stderr]).toEqual([0, `castellan ${version}\n`, '']);
  });
});
