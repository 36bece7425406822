import { constants } from 'node:fs';
import { access, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';
import { type PathOwner, type SystemKind, systemKinds, systemProblem } from './system-error.ts';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** The same problem may come as a code of the system or of SQLite. */
const kinds: Readonly<Record<string, SystemKind>> = {
  ...systemKinds,
  SQLITE_PERM: 'permission',
  SQLITE_READONLY: 'read-only',
  // Where the system refuses nothing else, it is the limit on open files.
  SQLITE_CANTOPEN: 'limit',
  SQLITE_FULL: 'full',
  SQLITE_IOERR: 'io',
  SQLITE_BUSY: 'busy',
};

/** What an error says about the disk or the system. Undefined for any other error. */
export const storageKindOf = (error: unknown): SystemKind | undefined => {
  const code = codeOf(error);
  return Object.hasOwn(kinds, code) ? kinds[code] : undefined;
};

const codeIn = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => codeOf(error),
  );

/** Whether this process can open one more file. Opens a folder: closing a database file would end SQLite's own locks on it. */
const limitReached = async (path: string): Promise<string | undefined> => {
  const code = await codeIn(open(dirname(path)).then((handle) => handle.close()));
  return code === 'EMFILE' || code === 'ENFILE' ? code : undefined;
};

/**
 * Neither SQLite's codes nor a refusal say what is in the way, so ask the system: it may be the file, its folder, or the
 * limit on open files.
 */
const systemReason = async (path: string): Promise<{ code: string; path: string } | undefined> => {
  for (const candidate of [path, dirname(path)]) {
    const code = await codeIn(access(candidate, constants.R_OK | constants.W_OK));
    // A file may be new, but not its folder.
    if (code !== undefined && (code !== 'ENOENT' || candidate !== path)) return { code, path: candidate };
  }
  const code = await limitReached(path);
  return code === undefined ? undefined : { code, path };
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
    // Unknown: the error is explained without it.
    () => false,
  );

/** Only these leave open what is in the way. */
const isVague = (code: string): boolean => code.startsWith('SQLITE_') || kinds[code] === 'permission';

/**
 * Says what a failure of the disk or the file system means, which path it is about, and what to do. Returns undefined
 * for any other error.
 * @param path what the work was about, for errors that name no path
 */
export const storageProblem = async (
  cause: unknown,
  path: string,
  owner: PathOwner = 'castellan',
): Promise<StartError | undefined> => {
  const ownCode = codeOf(cause);
  if (!Object.hasOwn(kinds, ownCode) || kinds[ownCode] === 'busy') return undefined;
  const { path: named } = cause as NodeJS.ErrnoException;
  const failed = typeof named === 'string' ? named : path;
  const reason = isVague(ownCode) ? await systemReason(failed) : undefined;
  const code = reason && Object.hasOwn(kinds, reason.code) ? reason.code : ownCode;
  const isOutOfSpace = code.startsWith('SQLITE_') && (await isFull(failed));
  const kind = isOutOfSpace ? 'full' : kinds[code];
  if (kind === undefined || kind === 'busy') return undefined;
  return systemProblem(kind, { code, at: reason?.path ?? failed, owner, cause });
};

/**
 * Runs `work` on a path. @throws StartError in place of a failure of the disk or the file system
 * @param owner what the advice is about
 */
export const explainStorageErrors = async <Result>(
  path: string,
  work: () => Promise<Result>,
  owner: PathOwner = 'castellan',
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StartError ? error : ((await storageProblem(error, path, owner)) ?? error);
  }
};
