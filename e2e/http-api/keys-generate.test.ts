import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentedBlock } from '#e2e/support/documented-shell.ts';
import { modesOf } from '#e2e/support/file-modes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { systemClock, toIso } from '#main/platform/clock.ts';
import { day, hour } from '#shared/rules/limits.ts';

const folder = perTest(() => temporaryFolder('castellan-keys-'));
let dataDir: string;
let server: SpawnedInstance | undefined;
beforeEach(async () => {
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const run = (...argv: string[]) => runWarm([...argv, '--data-dir', dataDir]);
const oneLine = /^castellan: [^\n]+\n$/;

describe('castellan keys generate', () => {
  it('writes a private file that lets a start create an installation for a day', async () => {
    const before = systemClock.now();
    const file = join(folder.path, 'generated.json');
    const { code, stdout, stderr } = await runProgram(['keys', 'generate', file, '--data-dir', dataDir]);
    const { keys, creates_installation_until: until } = JSON.parse(await readFile(file, 'utf8'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `Wrote ${file}. A start with these keys and an empty database creates an installation until ${until}\n`,
    );
    expect(keys).toHaveLength(1);
    expect(until >= toIso(before + 24 * hour) && until <= toIso(systemClock.now() + 24 * hour)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['generated.json']);
  });

  it('writes nothing but the file to stdout for a secret store, another one each time', async () => {
    const made = [await run('keys', 'generate', '-', '--valid-for', '30d'), await run('keys', 'generate', '-')];
    const [first, second] = made.map(({ stdout }) => JSON.parse(stdout));
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(first.keys[0].secret).not.toBe(second.keys[0].secret);
    expect(Date.parse(first.creates_installation_until) - systemClock.now()).toBeGreaterThan(29 * day);
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('writes into the data folder by default, and a start takes these keys', async () => {
    const { stdout } = await run('keys', 'generate', '--json');
    const { file, key_id: kid } = JSON.parse(stdout);
    expect(file).toBe(join(dataDir, 'keys.json'));
    expect(await modesOf(dataDir)).toEqual({ 'keys.json': '600' });
    expect((await run('doctor', '--port', '0')).stdout).toMatch(/^ok {4}keys: wait for their first start until 20/m);
    server = await spawnInstance({ dataDir });
    const { keys, ...rest } = JSON.parse(await readFile(file, 'utf8'));
    expect([keys[0].kid, rest]).toEqual([kid, {}]);
    const listed = await run('keys', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toMatchObject({ key_id: kid, status: 'current' });
  });

  it('changes no file that is there, and adds no keys to a database', async () => {
    const file = join(folder.path, 'keys.json');
    await writeFile(file, 'mine', { mode: 0o600 });
    const there = await run('keys', 'generate', file);
    expect(there).toMatchObject({ code: 1, stdout: '', stderr: `castellan: ${file} exists, and was not changed\n` });
    expect(await readFile(file, 'utf8')).toBe('mine');
    server = await spawnInstance({ dataDir });
    await server.stop();
    await rm(join(dataDir, 'keys.json'));
    const beside = await run('keys', 'generate');
    expect(beside).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/castellan\.db exists\. It needs the keys/),
    });
    expect(await readdir(dataDir)).not.toContain('keys.json');
  });

  it.each([
    [['/nowhere/keys.json'], 1, /Can't create \/nowhere\/keys\.json: its folder doesn't exist/],
    [['-', '--valid-for', 'long'], 78, /--valid-for: must be a number of minutes, hours or days/],
    [['-', '--valid-for', '31d'], 78, /--valid-for: must be at most 30d/],
    [['a', 'b'], 78, /Usage: castellan keys generate \[FILE\]/],
  ])('says in one line what is wrong with %j', async (argv, code, message) => {
    const ended = await run('keys', 'generate', ...argv);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
    expect(ended.stderr).toMatch(oneLine);
    expect(await readdir(folder.path)).toEqual([]);
  });
});

it('the documented init container creates installation and owner once, with the mounted keys', async () => {
  const mounted = join(folder.path, 'run');
  await mkdir(mounted);
  await run('keys', 'generate', join(mounted, 'keys.json'));
  await writeFile(join(mounted, 'owner-password'), 'a long winding road 7\n', { mode: 0o400 });
  await chmod(join(mounted, 'keys.json'), 0o400);
  await mkdir(dataDir);
  const block = documentedBlock('castellan-setup');
  const script = block
    .slice(block.indexOf('- |\n') + 4, block.indexOf('volumeMounts'))
    .replaceAll('/data/castellan', join(dataDir, 'castellan'))
    .replaceAll('/run/castellan', mounted)
    .replaceAll('node out/main/cli.js', `${process.execPath} ${programFile}`);
  const env = { PATH: process.env.PATH ?? '', CASTELLAN_DATA_DIR: join(dataDir, 'castellan') };
  const initialize = async () => (await promisify(execFile)('sh', ['-ec', script], { env })).stdout;
  expect(await initialize()).toBe('Created ann@example.org, owner of Acme\n');
  expect(await initialize()).toBe('There is an organization already. Nothing was changed\n');
  server = await spawnInstance({ dataDir: join(dataDir, 'castellan') });
  const body = { email: 'ann@example.org', password: 'a long winding road 7' };
  expect((await send(server.address, 'POST', '/api/v1/auth/login', { body })).status).toBe(200);
});
