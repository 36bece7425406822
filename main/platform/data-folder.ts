import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPrivateFolder } from './private-file.ts';
import { StartError } from './start-error.ts';
import { explainStorageErrors } from './storage-error.ts';

/** The paths of everything Castellan stores. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly lock: string;
  readonly keys: string;
  /** The last row of each audit log, sealed: what the database can't prove on its own. */
  readonly auditHeads: string;
  /** State of the emulated hosting provider. */
  readonly sandbox: string;
  /** Where the service was last reached, and how it sends mail. */
  readonly record: string;
}

export const dataFolder = (path: string): DataFolder => ({
  path,
  database: join(path, 'castellan.db'),
  lock: join(path, 'castellan.lock'),
  keys: join(path, 'keys.json'),
  auditHeads: join(path, 'audit-heads.json'),
  sandbox: join(path, 'sandbox.json'),
  record: join(path, 'service.json'),
});

/**
 * A restore prepares everything in this subfolder. While it exists, the data folder may be incomplete, and Castellan
 * doesn't start.
 */
export const restoringFolder = ({ path }: DataFolder): string => join(path, '.restoring');

/** @throws StartError if a restore didn't finish */
export const assertRestored = async (folder: DataFolder): Promise<void> => {
  const stats = await lstat(restoringFolder(folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (stats) throw new StartError({ name: 'unfinishedRestore', values: { folder: folder.path } });
};

/** The file or folder whose owner is the user that the service runs as. Undefined where that isn't known yet. */
const ownedBy = async (folder: DataFolder): Promise<{ path: string; uid: number } | undefined> => {
  let path = folder.database;
  for (;;) {
    try {
      return { path, uid: (await lstat(path)).uid };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      // Anyone but root can create a folder only where they may, and then owns it.
      if (path === folder.path && process.getuid?.() !== 0) return undefined;
      path = dirname(path);
    }
  }
};

/**
 * Before anything is created in a data folder: root can write everywhere, but the service can't use files of root.
 * @throws StartError for the folder of another user
 */
export const assertOwner = async (folder: DataFolder): Promise<void> => {
  const user = process.getuid?.();
  if (user === undefined) return;
  const owned = await ownedBy(folder);
  // A new folder below one of root is the service's own, if it runs as root.
  if (!owned || owned.uid === user) return;
  throw new StartError({ name: 'otherOwner', values: owned }, { kind: 'permission' });
};

/** The desktop app keeps its own files in a subfolder of the data folder. */
export const desktopFolder = (dataDir: string): string => join(dataDir, 'desktop');
export const desktopLogFile = (dataDir: string): string => join(desktopFolder(dataDir), 'logs/castellan.log');

const isOpen = (mode: number): boolean => process.platform !== 'win32' && (mode & 0o077) !== 0;

/**
 * Whether others can access a file that holds secrets. A group may read a file of root if it is ours: that is how Kubernetes
 * mounts a secret for a program that doesn't run as root.
 * @param self the user and the groups of this process
 */
export const othersMayRead = (
  { mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>,
  self = { uid: process.getuid?.(), groups: process.getgroups?.() ?? [] },
): boolean => {
  const isMounted = (mode & 0o077) === 0o040 && uid === 0 && self.uid !== 0 && self.groups.includes(gid);
  return isOpen(mode) && !isMounted;
};

/**
 * Creates the folder with mode 0700, or tightens the mode if it is empty or ours.
 * @throws StartError if the path is not a folder, is an open folder that holds something else, can't be accessed, or
 * holds an unfinished restore.
 */
export const prepareDataFolder = async (folder: DataFolder): Promise<void> => {
  await createDataFolder(folder);
  await explainStorageErrors(folder.path, () => assertRestored(folder));
};

/** Like {@link prepareDataFolder}, for a restore that begins or begins again. */
export const createDataFolder = async (folder: DataFolder): Promise<void> => {
  await explainStorageErrors(folder.path, async () => {
    await assertOwner(folder);
    await createPrivateFolder(folder.path);
    await tightenFolder(folder);
  });
};

const tightenFolder = async (folder: DataFolder): Promise<void> => {
  const stats = await lstat(folder.path);
  if (!stats.isDirectory()) throw new StartError({ name: 'noFolder', values: { folder: folder.path } });
  if (!isOpen(stats.mode)) return;
  const names = await readdir(folder.path);
  if (names.length > 0 && !names.includes('castellan.db')) {
    throw new StartError({ name: 'openFolder', values: { folder: folder.path } });
  }
  await chmod(folder.path, 0o700);
};

/** @throws StartError for a link, anything but a folder, or a mode that gives others access. */
export const checkPrivateFolder = async (path: string): Promise<void> => {
  const stats = await lstat(path);
  if (!stats.isDirectory()) throw new StartError(`${path} is not a folder`);
  if (isOpen(stats.mode)) throw new StartError(`${path} can be accessed by other users. Run chmod 700 on it`);
};

/** The file behind a link. @throws StartError if there is none. */
const statBehind = async (path: string): Promise<Stats> => {
  const link = await lstat(path);
  if (!link.isSymbolicLink()) return link;
  return stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new StartError({ name: 'brokenLink', values: { path } }, { cause }) : cause;
  });
};

/**
 * Checks a file that holds secrets.
 * @param followLinks lets it be a symbolic link, as container platforms mount secrets. The file behind it is checked, and
 * may be root's and readable for a group of this process.
 * @throws StartError for any other symbolic link, or a mode that lets others read it.
 */
export const checkPrivateFile = async (path: string, { followLinks = false } = {}): Promise<void> => {
  const stats = followLinks ? await statBehind(path) : await lstat(path);
  if (stats.isSymbolicLink()) throw new StartError({ name: 'link', values: { path } });
  if (!stats.isFile()) throw new StartError({ name: 'notAFile', values: { path } });
  if (followLinks ? othersMayRead(stats) : isOpen(stats.mode))
    throw new StartError({ name: 'openFile', values: { path } });
};
