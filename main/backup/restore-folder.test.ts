import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { beginRestore } from './restore-folder.ts';

const folder = perTest(() => temporaryFolder('castellan-restore-'));

/** What is in the folder, but for the lock of whoever restores. */
const left = async () => (await readdir(folder.path)).filter((name) => !name.startsWith('castellan.lock'));
const put = (...names: string[]) => Promise.all(names.map((name) => writeFile(join(folder.path, name), 'old')));

it('mixes nothing of an interrupted restore with the next one', async () => {
  await put('castellan.db-wal', 'keys.json', 'sandbox.json', 'audit-heads.json');
  await mkdir(join(folder.path, '.restoring'), { mode: 0o700 });
  await writeFile(join(folder.path, '.restoring', 'castellan.db'), 'old');
  const restore = await beginRestore(dataFolder(folder.path));
  expect(await left()).toEqual(['.restoring']);
  expect(await readdir(restore.staging.path)).toEqual([]);
  await restore.abandon();
});

it('touches nothing in a folder that someone uses', async () => {
  await put('keys.json');
  await expect(beginRestore(dataFolder(folder.path))).rejects.toThrow('it contains keys.json');
  expect(await left()).toEqual(['keys.json']);
});
