import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram, spawnServer } from '#e2e/fixtures/test-server.ts';

const isRoot = process.getuid?.() === 0;
/** Permissions don't apply to root, so root runs the program as nobody. */
const user = isRoot ? 65_534 : undefined;

let base: string;
let folder: string;
let mounted = false;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'castellan-start-'));
  await chmod(base, 0o755);
  folder = join(base, 'data');
  await mkdir(folder, { mode: 0o700 });
});
afterEach(async () => {
  if (mounted) spawnSync('umount', [folder]);
  mounted = false;
  await chmod(folder, 0o700);
  await rm(base, { recursive: true, force: true });
});

/** Starts once and stops, so that there is a database. */
const used = async (): Promise<void> => {
  const server = await spawnServer({ dataDir: folder });
  await server.stop();
};

const give = async (): Promise<void> => {
  if (user === undefined) return;
  await chown(folder, user, user);
  for (const name of await readdir(folder)) await chown(join(folder, name), user, user);
};

const run = (command: string, uid?: number) => runProgram([command, '--port', '0', '--data-dir', folder], {}, uid);
const start = () => run('serve', user);

/** One line without a stack, which names the path and what to do. */
const expectLine = (stderr: string, path: string, way: string): void => {
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect(stderr).toContain(path);
  expect(stderr).toContain(way);
  expect(stderr).not.toContain('damaged');
};

const mountSmall = (...options: string[]): boolean => {
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'none', folder]).status === 0;
  return mounted;
};
/** Mounting takes root in a system that allows it, which not every container does. */
const canMount = (() => {
  if (!isRoot) return false;
  const probe = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return probe.status === 0;
})();

describe('a start without the necessary permission', () => {
  it.runIf(isRoot)('names a data folder of another user', async () => {
    await used();
    const { code, stderr } = await start();
    expect(code).toBe(77);
    expectLine(stderr, folder, 'the owner of the data folder');
  });

  it('names a data folder that cannot be written, and speaks of no other instance', async () => {
    await used();
    await rm(join(folder, 'castellan.lock'));
    await give();
    await chmod(folder, 0o500);
    const { code, stderr } = await start();
    expect(code).toBe(77);
    expectLine(stderr, folder, 'the owner of the data folder');
    expect(stderr).not.toContain('already running');
  });

  it('names a database file that cannot be written', async () => {
    await used();
    await give();
    await chmod(join(folder, 'castellan.db'), 0o400);
    const { code, stderr } = await start();
    expect(code).toBe(77);
    expectLine(stderr, join(folder, 'castellan.db'), 'the owner of the data folder');
  });

  it('names a key file that cannot be read', async () => {
    await used();
    await give();
    await chmod(join(folder, 'keys.json'), 0o000);
    const { code, stderr } = await start();
    expect(code).toBe(77);
    expectLine(stderr, join(folder, 'keys.json'), 'the owner of the data folder');
  });

  it('names a log file that cannot be opened', async () => {
    const path = join(base, 'missing', 'castellan.log');
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--log-file', path, '--data-dir', folder]);
    expect(code).toBe(77);
    expectLine(stderr, path, "Can't open the log file");
  });
});

describe('a start on a damaged file', () => {
  it('says so, and that a restart cannot fix it', async () => {
    await used();
    await writeFile(
      join(folder, 'castellan.db'),
      'this is no database, and long enough to look like one. '.repeat(100),
    );
    const { code, stderr } = await run('serve');
    expect(code).toBe(78);
    expect(stderr).toMatch(/^castellan: [^\n]*castellan\.db is damaged: [^\n]*It was not changed\n$/);
  });
});

describe.runIf(canMount)('a start on a disk', () => {
  it('that is mounted read-only names it, and doctor finds no damage', async () => {
    await used();
    const database = await readFile(join(folder, 'castellan.db'));
    const keys = await readFile(join(folder, 'keys.json'));
    expect(mountSmall('size=6m', 'mode=0700')).toBe(true);
    await writeFile(join(folder, 'castellan.db'), database, { mode: 0o600 });
    await writeFile(join(folder, 'keys.json'), keys, { mode: 0o600 });
    spawnSync('mount', ['-o', 'remount,ro', folder]);
    const { code, stderr } = await run('serve');
    expect(code).toBe(77);
    expectLine(stderr, folder, 'read-only');
    const report = await run('doctor');
    expect(report.stdout).toMatch(/^fail {2}database: [^\n]*read-only/m);
    expect(report.stdout).not.toContain('damaged');
  });

  it('that is full names it, and doctor finds it', async () => {
    await used();
    const database = await readFile(join(folder, 'castellan.db'));
    const keys = await readFile(join(folder, 'keys.json'));
    expect(mountSmall('size=2m', 'mode=0700')).toBe(true);
    await writeFile(join(folder, 'castellan.db'), database, { mode: 0o600 });
    await writeFile(join(folder, 'keys.json'), keys, { mode: 0o600 });
    await writeFile(join(folder, 'castellan.lock'), '');
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=4096']);
    const { code, stderr } = await run('serve');
    expect(code).toBe(75);
    expectLine(stderr, folder, 'Free some space');
    const report = await run('doctor');
    expect(report.stdout).toMatch(/^fail {2}disk: /m);
    expect(report.stdout).not.toContain('damaged');
  });
});
