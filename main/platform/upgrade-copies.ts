import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { day } from '#shared/rules/limits.ts';
import type { DataFolder } from './data-folder.ts';
import type { Logger } from './logger.ts';

/** DECISION 0175: how many copies from before upgrades stay, and how long, in milliseconds. */
const upgradeCopiesKept = { newest: 2, forMs: 30 * day } as const;

/** A copy of the database from before an upgrade changed it. */
export interface UpgradeCopy {
  readonly path: string;
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

/** Where the copy from before a migration goes. */
export const upgradeCopyPath = ({ database }: Pick<DataFolder, 'database'>, migration: string): string =>
  `${database}.before-${migration}`;

/** The copies in a data folder, newest first. Includes one that a crash left unfinished. */
export const listUpgradeCopies = async (folder: DataFolder): Promise<UpgradeCopy[]> => {
  const prefix = basename(upgradeCopyPath(folder, ''));
  const copies: UpgradeCopy[] = [];
  for (const name of await readdir(folder.path)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder.path, name);
    const { mtimeMs, size } = await lstat(path);
    copies.push({ path, at: mtimeMs, bytes: size });
  }
  return copies.sort((a, b) => b.at - a.at);
};

/** Those that are no longer kept. */
const outdatedCopies = (copies: readonly UpgradeCopy[], now: number): UpgradeCopy[] =>
  copies.filter(({ at }, index) => index >= upgradeCopiesKept.newest || at < now - upgradeCopiesKept.forMs);

/** Deletes copies that are no longer kept, and logs which. @throws Error if one can't be deleted */
export const deleteOutdatedCopies = async (folder: DataFolder, now: number, log: Logger): Promise<void> => {
  const outdated = outdatedCopies(await listUpgradeCopies(folder), now);
  for (const { path } of outdated) await rm(path, { force: true });
  if (outdated.length > 0) {
    log.info({ files: outdated.map(({ path }) => path) }, 'copies from before earlier upgrades deleted');
  }
};
