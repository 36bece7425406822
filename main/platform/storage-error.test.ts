import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { exitCodes, StartError } from './start-error.ts';
import { explainStorageErrors, freeBytes, storageProblem } from './storage-error.ts';

const folder = perFile(() => temporaryFolder('castellan-storage-'));
let path: string;
beforeAll(() => {
  path = join(folder.path, 'castellan.db');
});

const failure = (code: string): Error => Object.assign(new Error(`${code}: first\nsecond`), { code });

describe('a failure of the disk', () => {
  it.each([
    ['EACCES', 77, 'the owner of the data folder'],
    ['EPERM', 77, 'the owner of the data folder'],
    ['SQLITE_CANTOPEN', 75, 'LimitNOFILE'],
    ['SQLITE_PERM', 77, 'the owner of the data folder'],
    ['EROFS', 77, 'is read-only'],
    ['SQLITE_READONLY', 77, 'is read-only'],
    ['EIO', 74, 'Check the disk'],
    ['SQLITE_IOERR', 74, 'Check the disk'],
    ['ENOSPC', 75, 'Free some space'],
    ['EDQUOT', 75, 'Free some space'],
    ['SQLITE_FULL', 75, 'Free some space'],
    ['EMFILE', 75, 'Raise the limit: LimitNOFILE'],
    ['ENFILE', 75, 'The computer has too many open files'],
    ['ENOMEM', 75, 'not enough memory'],
    ['ENOENT', 78, "doesn't exist. Create it"],
    ['ENOTDIR', 78, 'is not a folder'],
    ['EISDIR', 78, 'is a folder, not a file'],
    ['EEXIST', 78, 'Move it away'],
    ['ELOOP', 78, 'symbolic links that never end'],
    ['ENAMETOOLONG', 78, 'is too long'],
  ])('%s is told in one line, with exit code %i', async (code, exitCode, way) => {
    const cause = failure(code);
    const problem = await storageProblem(cause, path);
    expect(problem?.message).toMatch(/^[^\n]+$/);
    expect(problem?.message).toContain(path);
    expect(problem?.message).toContain(way);
    expect(problem?.message).not.toContain('damaged');
    expect(problem?.cause).toBe(cause);
    expect(exitCodes[problem?.kind ?? 'other']).toBe(exitCode);
  });

  it.each([
    ['EACCES', 'choose another path'],
    ['EROFS', 'ReadWritePaths'],
  ])('%s does not speak of the data folder where the operator chose another', async (code, way) => {
    const problem = await storageProblem(failure(code), join(folder.path, 'one.tar.gz'), 'operator');
    expect(problem?.message).toContain(way);
    expect(problem?.message).not.toContain('data folder');
  });

  it('names the path that the system names, not the one that the work was about', async () => {
    const cause = Object.assign(failure('ENOSPC'), { path: '/elsewhere/part' });
    expect((await storageProblem(cause, path))?.message).toContain('/elsewhere/part');
  });

  it('is not seen in any other error', async () => {
    for (const other of [failure('SQLITE_CORRUPT'), failure('ESRCH'), new Error('x'), undefined, 'EACCES']) {
      expect(await storageProblem(other, path)).toBeUndefined();
    }
  });

  it('takes the place of what was thrown; other errors pass unchanged', async () => {
    const attempt = (error: unknown) => explainStorageErrors(path, () => Promise.reject(error));
    await expect(attempt(failure('EROFS'))).rejects.toThrow(StartError);
    const [own, other] = [new StartError('mine'), new Error('other')];
    await expect(attempt(own)).rejects.toBe(own);
    await expect(attempt(other)).rejects.toBe(other);
    expect(await explainStorageErrors(path, async () => 7)).toBe(7);
  });
});

describe('free space', () => {
  it('is counted in bytes', async () => {
    expect(await freeBytes(folder.path)).toBeGreaterThan(1_000_000);
  });
});
