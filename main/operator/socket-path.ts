import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';

/** What macOS allows, without the closing NUL. Linux allows four bytes more. */
const maxPathBytes = 103;

/** Where a running service listens for commands: a socket in its data folder, or a named pipe on Windows. */
export const operatorSocket = ({ path }: Pick<DataFolder, 'path'>): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\castellan-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
    : join(path, 'castellan.sock');

const statOf = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** @throws StartError if no socket can have this path */
export const assertSocketPath = (path: string): void => {
  if (process.platform === 'win32') return;
  const bytes = Buffer.byteLength(path);
  if (bytes <= maxPathBytes) return;
  throw new StartError(
    `The path ${path} has ${bytes} bytes, but the path of a socket can have ${maxPathBytes}. Move the data folder to a shorter path`,
  );
};

/**
 * Makes room for a new socket: removes one that a crash left over. Only for the holder of the data folder's lock.
 * @throws StartError if something else is in its place
 */
export const removeOldSocket = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const stats = await statOf(path);
  if (!stats) return;
  if (!stats.isSocket()) throw new StartError(`${path} is not a socket. Move it elsewhere`);
  await unlink(path);
};

/**
 * Checks that a socket belongs to the owner of its folder, so that nobody else can take its place.
 * @returns whether there is a socket
 * @throws StartError if it belongs to someone else, or can't be accessed
 */
export const findSocket = async (path: string, folder: string): Promise<boolean> => {
  if (process.platform === 'win32') return true;
  try {
    const stats = await statOf(path);
    if (!stats?.isSocket()) return false;
    const { uid } = await lstat(folder);
    if (stats.uid === uid) return true;
    throw new StartError(
      `${path} belongs to another user (uid ${stats.uid}) than its folder (uid ${uid}). Remove it and restart Castellan`,
      { kind: 'permission' },
    );
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EACCES') throw cause;
    throw new StartError(`${folder} can't be accessed. Run this command as the user that Castellan runs as`, {
      cause,
      kind: 'permission',
    });
  }
};
