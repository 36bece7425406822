import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { day } from '#shared/rules/limits.ts';
import { type DataFolder, dataFolder } from './data-folder.ts';
import { createLogger } from './logger.ts';
import { deleteOutdatedCopies, listUpgradeCopies, upgradeCopyPath } from './upgrade-copies.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const log = createLogger('silent');

let folder: DataFolder;
beforeEach(async () => {
  folder = dataFolder(await mkdtemp(join(tmpdir(), 'castellan-copies-')));
  await writeFile(folder.database, 'database');
});
afterEach(() => rm(folder.path, { recursive: true }));

const copy = async (name: string, age: number): Promise<void> => {
  const path = upgradeCopyPath(folder, name);
  await writeFile(path, 'copy');
  await utimes(path, (now - age) / 1_000, (now - age) / 1_000);
};
const left = async () => (await readdir(folder.path)).sort();

it('keeps the two newest copies, and says which it deleted', async () => {
  const info = vi.spyOn(log, 'info');
  await copy('003-c', 1 * day);
  await copy('001-a', 20 * day);
  await copy('002-b', 10 * day);
  await copy('004-d.part', 15 * day);
  await deleteOutdatedCopies(folder, now, log);
  expect(await left()).toEqual(['castellan.db', 'castellan.db.before-002-b', 'castellan.db.before-003-c']);
  expect(info).toHaveBeenCalledWith(
    { files: [upgradeCopyPath(folder, '004-d.part'), upgradeCopyPath(folder, '001-a')] },
    'copies from before earlier upgrades deleted',
  );
});

it('keeps none for more than 30 days', async () => {
  await copy('001-a', 30 * day);
  await copy('002-b', 30 * day - 1_000);
  await deleteOutdatedCopies(folder, now, log);
  expect(await left()).toHaveLength(3);
  await deleteOutdatedCopies(folder, now + 1, log);
  expect(await left()).toEqual(['castellan.db', 'castellan.db.before-002-b']);
});

it('says nothing if there is nothing to delete', async () => {
  const info = vi.spyOn(log, 'info').mockClear();
  await writeFile(`${folder.database}-wal`, '');
  await deleteOutdatedCopies(folder, now, log);
  expect(await listUpgradeCopies(folder)).toEqual([]);
  expect(info).not.toHaveBeenCalled();
});
