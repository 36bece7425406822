import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { checkPrivateFile, checkPrivateFolder, dataFolder, othersMayRead, prepareDataFolder } from './data-folder.ts';
import { StartError } from './start-error.ts';

const base = perTest(() => temporaryFolder('castellan-test-'));
let path: string;
beforeEach(async () => {
  path = join(base.path, 'data');
});

const modeOf = async (name: string) => ((await stat(name)).mode & 0o777).toString(8);
const prepare = () => prepareDataFolder(dataFolder(path));

describe('the data folder', () => {
  it('contains all files', () => {
    expect(dataFolder('/data')).toEqual({
      path: '/data',
      database: '/data/castellan.db',
      lock: '/data/castellan.lock',
      record: '/data/service.json',
      keys: '/data/keys.json',
      auditHeads: '/data/audit-heads.json',
      sandbox: '/data/sandbox.json',
    });
  });

  it('is created with mode 0700 including its parents, whatever the umask', async () => {
    path = join(base.path, 'deep', 'er', 'data');
    const umask = process.umask(0);
    await prepare();
    process.umask(umask);
    expect(await modeOf(path)).toBe('700');
    await prepare();
  });

  it('gets stricter permissions if it is empty or ours', async () => {
    await mkdir(path, { mode: 0o755 });
    await prepare();
    expect(await modeOf(path)).toBe('700');
    await writeFile(join(path, 'castellan.db'), '');
    await chmod(path, 0o755);
    await prepare();
    expect(await modeOf(path)).toBe('700');
  });

  it('is rejected and left unchanged if others can read it and it holds something else', async () => {
    await mkdir(path);
    await chmod(path, 0o755);
    await writeFile(join(path, 'holiday.jpg'), '');
    await expect(prepare()).rejects.toThrow(StartError);
    await expect(prepare()).rejects.toThrow('chmod 700');
    expect(await modeOf(path)).toBe('755');
  });

  it('is rejected if it is a file, is below a file, or is a link', async () => {
    await writeFile(path, '');
    await expect(prepare()).rejects.toThrow(StartError);
    path = join(path, 'below');
    await expect(prepare()).rejects.toThrow('is not a folder');
    await mkdir(join(base.path, 'real'));
    path = join(base.path, 'link');
    await symlink(join(base.path, 'real'), path);
    await expect(prepare()).rejects.toThrow('not a folder');
  });
});

describe('private files and folders', () => {
  it('are accepted only with 0600 and 0700 or stricter', async () => {
    await mkdir(path, { mode: 0o700 });
    await checkPrivateFolder(path);
    await chmod(path, 0o710);
    await expect(checkPrivateFolder(path)).rejects.toThrow('chmod 700');
    const file = join(base.path, 'file');
    await writeFile(file, '', { mode: 0o600 });
    await checkPrivateFile(file);
    for (const mode of [0o640, 0o604, 0o620, 0o601]) {
      await chmod(file, mode);
      await expect(checkPrivateFile(file)).rejects.toThrow('chmod 600');
    }
  });

  it('must be real: no links, no folders for files, no files for folders', async () => {
    const file = join(base.path, 'file');
    await writeFile(file, '', { mode: 0o600 });
    await symlink(file, join(base.path, 'link'));
    await expect(checkPrivateFile(join(base.path, 'link'))).rejects.toThrow('symbolic link');
    await checkPrivateFile(join(base.path, 'link'), { followLinks: true });
    await chmod(file, 0o644);
    await expect(checkPrivateFile(join(base.path, 'link'), { followLinks: true })).rejects.toThrow('chmod 600');
    await expect(checkPrivateFile(base.path)).rejects.toThrow('not a file');
    await expect(checkPrivateFolder(file)).rejects.toThrow('not a folder');
    await expect(checkPrivateFile(join(base.path, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a secret that a container platform mounts', () => {
  const self = { uid: 1000, groups: [1000, 2000] };
  it.each([
    ['root and a group of this process may read it', { mode: 0o100440, uid: 0, gid: 2000 }, false],
    ['root may also write it', { mode: 0o100640, uid: 0, gid: 1000 }, false],
    ['the group is another one', { mode: 0o100440, uid: 0, gid: 3000 }, true],
    ['the group may write it', { mode: 0o100660, uid: 0, gid: 2000 }, true],
    ['everyone may read it', { mode: 0o100444, uid: 0, gid: 2000 }, true],
    ['another user owns it', { mode: 0o100440, uid: 1001, gid: 2000 }, true],
    ['only its owner may read it', { mode: 0o100400, uid: 1001, gid: 3000 }, false],
  ])('%s', (_, stats, isOpen) => {
    expect(othersMayRead(stats, self)).toBe(isOpen);
  });

  it('is none if this process is root, whose files need no group', () => {
    expect(othersMayRead({ mode: 0o100440, uid: 0, gid: 0 }, { uid: 0, groups: [0] })).toBe(true);
  });
});
