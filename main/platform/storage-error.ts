import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

const user = (): string => (process.getuid ? ` (uid ${process.getuid()})` : '');

type StorageKind = 'permission' | 'read-only' | 'full' | 'io' | 'busy';

/** The same problem may come as a code of the system or of SQLite. */
const kinds: Readonly<Record<string, StorageKind>> = {
  EACCES: 'permission',
  EPERM: 'permission',
  SQLITE_PERM: 'permission',
  EROFS: 'read-only',
  SQLITE_READONLY: 'read-only',
  SQLITE_CANTOPEN: 'permission',
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  EIO: 'io',
  SQLITE_IOERR: 'io',
  SQLITE_BUSY: 'busy',
};

/** What an error says about the disk. Undefined for any other error. */
export const storageKindOf = (error: unknown): StorageKind | undefined => {
  const code = codeOf(error);
  return Object.hasOwn(kinds, code) ? kinds[code] : undefined;
};

/** SQLite's codes don't say why, so ask the system: the file or its folder may be what can't be written. */
const systemReason = async (path: string): Promise<{ code: string; path: string } | undefined> => {
  for (const candidate of [path, dirname(path)]) {
    try {
      await access(candidate, constants.R_OK | constants.W_OK);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ENOENT') return { code, path: candidate };
    }
  }
  return undefined;
};

/** Without this much space, SQLite can't even create its shared memory file, and reports an I/O error. */
const leastFreeBytes = 65_536;

/** Free bytes for this user on the disk of a path. */
export const freeBytes = async (path: string): Promise<number> => {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
};

/** The size of a file. One that isn't there takes no space. */
export const fileBytes = async (path: string): Promise<number> => {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return stats?.size ?? 0;
};

const isFull = (path: string): Promise<boolean> =>
  freeBytes(dirname(path)).then(
    (bytes) => bytes < leastFreeBytes,
    () => false,
  );

/**
 * Says what a failure of the disk or the file system means, which path it is about, and what to do. Returns undefined
 * for any other error.
 */
export const storageProblem = async (cause: unknown, path: string): Promise<StartError | undefined> => {
  const ownCode = codeOf(cause);
  if (!Object.hasOwn(kinds, ownCode) || kinds[ownCode] === 'busy') return undefined;
  const reason = ownCode.startsWith('SQLITE_') ? await systemReason(path) : undefined;
  const code = reason && Object.hasOwn(kinds, reason.code) ? reason.code : ownCode;
  const at = reason?.path ?? path;
  if (kinds[code] === 'full' || (code.startsWith('SQLITE_') && (await isFull(path)))) {
    return new StartError(`The disk that holds ${path} is full. Free some space (${code})`, { cause, kind: 'full' });
  }
  switch (kinds[code]) {
    case 'io':
      return new StartError(
        `The disk failed to read or write ${path}. Check the disk; the file itself may be intact (${code})`,
        { cause, kind: 'io' },
      );
    case 'read-only':
      return new StartError(
        `${at} is read-only. Mount its file system for writing, or give the user that runs Castellan${user()} write access (${code})`,
        { cause, kind: 'permission' },
      );
    default:
      return new StartError(
        `Castellan can't access ${at}. Make the user that runs it${user()} the owner of the data folder and its files (${code})`,
        { cause, kind: 'permission' },
      );
  }
};

/** Runs `work` on a path. @throws StartError in place of a failure of the disk or the file system. */
export const explainStorageErrors = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartError ? error : ((await storageProblem(error, path)) ?? error);
  }
};
