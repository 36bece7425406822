import { basename, dirname } from 'node:path';
import { toIso } from '../../platform/clock.ts';
import { assertRestored, checkPrivateFile, checkPrivateFolder, type DataFolder } from '../../platform/data-folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { freeBytes, storageKindOf } from '../../platform/storage-error.ts';
import { listUpgradeCopies } from '../../platform/upgrade-copies.ts';
import { countSandboxes } from '../../provider/emulator/sandbox-file.ts';
import type { Check } from './check.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const checkFolder = async (folder: DataFolder): Promise<string> => {
  try {
    await checkPrivateFolder(folder.path);
    await assertRestored(folder);
    return `${folder.path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${folder.path} does not exist yet; the first start creates it`;
    throw error;
  }
};

const checkFile = async (path: string, options?: { followLinks: boolean }): Promise<string> => {
  try {
    await checkPrivateFile(path, options);
    return `${path} is private`;
  } catch (error) {
    if (isMissing(error)) return `${path} does not exist yet; the first start creates it`;
    throw error;
  }
};

/** Below this, a busy day can fill the disk. */
const leastFreeBytes = 64 * 1_048_576;
const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** The folder may not exist yet; then its parent's disk counts. */
const freeBytesAt = async (path: string): Promise<number> => {
  try {
    return await freeBytes(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    return freeBytesAt(dirname(path));
  }
};

const checkDisk = async ({ path }: DataFolder): Promise<string> => {
  const free = await freeBytesAt(path);
  if (free < leastFreeBytes)
    throw new StartError(`the disk that holds ${path} is almost full: ${megabytes(free)} free`);
  return `${megabytes(free)} free`;
};

/** Copies from before upgrades hold all that the database held. Those that are outdated are deleted while Castellan runs. */
const checkUpgradeCopies = async (folder: DataFolder): Promise<string> => {
  const copies = await listUpgradeCopies(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const { path } of copies) await checkPrivateFile(path);
  if (copies.length === 0) return 'none';
  const size = megabytes(copies.reduce((sum, { bytes }) => sum + bytes, 0));
  const listed = copies.map(({ path, at }) => `${basename(path)} of ${toIso(at).slice(0, 10)}`).join(', ');
  return `${size}: ${listed}`;
};

/** The emulated hosting provider. If its file can't be read, a reset in the console repairs it. */
const checkSandbox = async ({ sandbox }: DataFolder): Promise<string> => {
  const count = await countSandboxes(sandbox).catch((cause: Error) => {
    if (cause instanceof StartError || storageKindOf(cause) !== undefined) throw cause;
    // The parser's message would include the file's contents.
    throw new StartError(`${sandbox} is damaged. Reset the sandbox in the console`, { cause });
  });
  return count === 0 ? 'not in use' : `intact, used by ${count} ${count === 1 ? 'tenant' : 'tenants'}`;
};

/** What anyone who can read the data folder can check. */
export const folderChecks = (folder: DataFolder, { isOnDatabaseServer }: { isOnDatabaseServer: boolean }): Check[] => [
  { name: 'data folder', run: () => checkFolder(folder) },
  { name: 'disk', run: () => checkDisk(folder) },
  { name: 'key file', run: () => checkFile(folder.keys, { followLinks: true }) },
  { name: 'upgrade copies', run: () => checkUpgradeCopies(folder) },
  ...(isOnDatabaseServer
    ? []
    : [
        { name: 'database file' as const, run: () => checkFile(folder.database) },
        { name: 'sandbox' as const, run: () => checkSandbox(folder) },
      ]),
];
