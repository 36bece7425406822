import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createPrivateFile, createPrivateFolder } from './private-file.ts';

const folder = perTest(() => temporaryFolder('castellan-private-'));

describe('a private folder', () => {
  it('is created with those above it, also by two at once, and may exist', async () => {
    const path = join(folder.path, 'a/b/c');
    await Promise.all([createPrivateFolder(path), createPrivateFolder(path)]);
    await createPrivateFolder(path);
    for (const [above, name] of [
      ['', 'a'],
      ['a', 'b'],
      ['a/b', 'c'],
    ] as const) {
      expect(await modesOf(join(folder.path, above))).toEqual({ [name]: '700' });
    }
  });

  it('is refused where a file is in the way', async () => {
    await writeFile(join(folder.path, 'file'), '');
    await expect(createPrivateFolder(join(folder.path, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(createPrivateFolder(join(folder.path, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')('is refused, and not tried for ever, where no one can create it', async () => {
    await expect(createPrivateFolder('/proc/castellan/data')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a private file', () => {
  it('is not left empty if it can’t be written, so that the next attempt succeeds', async () => {
    const path = join(folder.path, 'keys.json');
    const unwritable = {} as unknown as string;
    await expect(createPrivateFile(path, unwritable)).rejects.toThrow();
    expect(await readdir(folder.path)).toEqual([]);
    await createPrivateFile(path, 'content');
    expect(await readFile(path, 'utf8')).toBe('content');
  });

  it('never replaces or removes one that exists', async () => {
    const path = join(folder.path, 'keys.json');
    await createPrivateFile(path, 'first');
    await expect(createPrivateFile(path, 'second')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('first');
  });
});
