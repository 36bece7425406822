import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createDataFolder, type DataFolder, dataFolder, restoringFolder } from '../platform/data-folder.ts';
import { flush } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { lockDataFolder } from '../storage/database/engines/sqlite/open.ts';

/** A data folder that is being restored. No one else can use it meanwhile. */
export interface Restore {
  /** Where to prepare everything, as a data folder of its own. */
  readonly staging: DataFolder;
  /** Moves everything to its place. */
  finish(): Promise<void>;
  /** Removes what was prepared. */
  abandon(): Promise<void>;
}

/** What an empty data folder may contain: a disk's own folder, and what the desktop app keeps for itself. */
const harmless = new Set(['lost+found', 'desktop', 'castellan.lock', 'castellan.lock-journal']);
/** What a restore that was interrupted while it moved files leaves behind. */
const restored = /^(castellan\.db.*|keys\.json|sandbox\.json|audit-heads\.json)$/;
/** What the staging folder needs only for itself. */
const temporary = /^castellan\.(lock.*|db-shm|db\.before-.*)$/;

/** Empties the folder of an interrupted restore. @throws StartError if there is anything else */
const clear = async (folder: DataFolder): Promise<void> => {
  const staging = restoringFolder(folder);
  const names = (await readdir(folder.path)).filter((name) => !harmless.has(name));
  const isUnfinished = names.includes(basename(staging));
  const leftovers = names.filter((name) => isUnfinished && restored.test(name));
  const other = names.find((name) => name !== basename(staging) && !leftovers.includes(name));
  if (other !== undefined) {
    throw new StartError(
      `${folder.path} is not empty: it contains ${other}. Restore into an empty folder, and move what is there away first`,
    );
  }
  for (const name of leftovers) await rm(join(folder.path, name));
  await rm(staging, { recursive: true, force: true });
};

/**
 * Prepares an empty data folder for a restore. If the process ends before `finish`, Castellan refuses to start on the
 * folder, and the next restore begins again. Everything stays inside the folder, because it may be a disk of its own.
 * @throws StartError if the folder is not empty, is in use, or can't be written
 */
export const beginRestore = async (folder: DataFolder): Promise<Restore> => {
  await createDataFolder(folder);
  const staging = restoringFolder(folder);
  const lock = await explainStorageErrors(folder.lock, () => lockDataFolder(folder));
  try {
    await clear(folder);
    await mkdir(staging, { mode: 0o700 });
    await flush(folder.path);
  } catch (error) {
    await lock.close();
    throw error;
  }
  let isMoving = false;
  return {
    staging: dataFolder(staging),
    async finish() {
      isMoving = true;
      const names = (await readdir(staging)).filter((name) => !temporary.test(name));
      // The database last: without it, keys alone never start a service.
      const database = basename(folder.database);
      const ordered = names.sort((a, b) => Number(a === database) - Number(b === database));
      for (const name of ordered) await rename(join(staging, name), join(folder.path, name));
      await flush(folder.path);
      await rm(staging, { recursive: true });
      await flush(folder.path);
      await lock.close();
    },
    async abandon() {
      // With files on both sides, the staging folder keeps Castellan from starting.
      if (!isMoving) await rm(staging, { recursive: true, force: true, maxRetries: 10 });
      await lock.close();
    },
  };
};
