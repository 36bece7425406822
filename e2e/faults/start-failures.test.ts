import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, runProgram, spawnInstance } from '#e2e/support/test-app.ts';

const isRoot = process.getuid?.() === 0;
/** Permissions don't apply to root, so root runs the program as nobody. */
const user = isRoot ? 65_534 : undefined;

const base = perTest(() => temporaryFolder('castellan-start-'));
let folder: string;
let mounted = false;

beforeEach(async () => {
  await chmod(base.path, 0o755);
  folder = join(base.path, 'data');
  await mkdir(folder, { mode: 0o700 });
});
afterEach(async () => {
  if (mounted) spawnSync('umount', [folder]);
  mounted = false;
  await chmod(folder, 0o700);
});

/** Starts once and stops, so that there is a database. */
const used = async (): Promise<void> => {
  const server = await spawnInstance({ dataDir: folder });
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
    const path = join(base.path, 'missing', 'castellan.log');
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--log-file', path, '--data-dir', folder]);
    expect(code).toBe(78);
    expectLine(stderr, path, "Can't open the log file");
  });
});

describe('one line, and never a bare stack', () => {
  const preload = async (code: string): Promise<Record<string, string>> => {
    const path = join(base.path, 'preload.mjs');
    await writeFile(path, code);
    return { NODE_OPTIONS: `--import=${path}` };
  };

  it.runIf(isRoot)('names no home folder for a user that /etc/passwd does not have', async () => {
    const homeless = await preload('delete process.env.HOME;');
    const { code, stderr } = await runProgram(['config', 'show'], homeless, 4_311);
    expect(code).toBe(78);
    expect(stderr).toMatch(/^castellan: [^\n]*no home folder, so name the data folder with --data-dir[^\n]*\n$/);
    await chmod(folder, 0o755);
    const named = await runProgram(['config', 'show', '--data-dir', folder], homeless, 4_311);
    expect(named.code).toBe(0);
    expect((await runProgram(['--help'], homeless, 4_311)).code).toBe(0);
    expect((await runProgram(['config', 'show'], { HOME: '' })).code).toBe(78);
  });

  it('tells the limit on open files, and that a restart may help', async () => {
    await used();
    // Leaves room for what Node itself opens, and then for nothing.
    const environment = await preload(
      `import fs from 'node:fs';
      const umask = process.umask;
      process.umask = (mask) => {
        try { for (;;) fs.openSync('/dev/null'); } catch {}
        return umask(mask);
      };`,
    );
    const script = 'ulimit -n 64; exec "$@"';
    const finished = spawnSync(
      'sh',
      ['-c', script, 'sh', process.execPath, programFile, 'serve', '--port', '0', '--data-dir', folder],
      {
        env: { PATH: process.env.PATH, HOME: base.path, ...environment },
        encoding: 'utf8',
      },
    );
    expect([finished.status, finished.stderr]).toEqual([
      75,
      expect.stringMatching(/^castellan: [^\n]*LimitNOFILE[^\n]*\n$/),
    ]);
  });

  it('tells what is unexpected, and where its details are', async () => {
    const boom = await preload(`process.umask = () => { throw new TypeError('boom\\nsecond line'); };`);
    const { code, stderr } = await runProgram(['user', 'list', '--data-dir', folder], boom);
    const [, details = ''] =
      /^castellan: Something unexpected failed: boom\. The details are in (\S+)\n$/.exec(stderr) ?? [];
    expect(code).toBe(70);
    expect(await readFile(details, 'utf8')).toMatch(/TypeError: boom\nsecond line\n\s+at /);
    await rm(details);
  });

  it('logs an error that nothing caught in the running service, and ends with one line', async () => {
    const later = await preload(
      `process.stdout.on('pipe', () => {});
      const write = process.stdout.write;
      process.stdout.write = function (...args) {
        setTimeout(() => { throw new TypeError('boom'); }, 50);
        process.stdout.write = write;
        return write.apply(this, args);
      };`,
    );
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', folder], later);
    const lines = stderr.trimEnd().split('\n');
    expect([code, lines.at(-1)]).toEqual([
      70,
      'castellan: Something unexpected failed: boom. The details are in the log',
    ]);
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ level: 60, err: { message: 'boom' } });
    for (const line of lines.slice(0, -1)) JSON.parse(line);
  });
});

describe('a folder for backups', () => {
  it('that can’t be written is named, with advice about that folder', async () => {
    await used();
    await give();
    const backups = join(base.path, 'backups');
    await mkdir(backups, { mode: 0o555 });
    const argv = ['backup', join(backups, 'one.tar.gz'), '--without-keys', '--data-dir', folder];
    const { code, stderr } = await runProgram(argv, {}, user);
    expect(code).toBe(77);
    expectLine(stderr, `can't access ${backups}.`, 'choose another path');
    expect(stderr).not.toContain('data folder');
  });

  it('is not blamed for a data folder that can’t be read', async () => {
    await used();
    await give();
    await chmod(join(folder, 'castellan.db'), 0o000);
    const { code, stderr } = await runProgram(
      ['backup', join(base.path, 'one.tar.gz'), '--without-keys', '--data-dir', folder],
      {},
      user,
    );
    expect(code).toBe(77);
    expectLine(stderr, join(folder, 'castellan.db'), 'the owner of the data folder');
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
