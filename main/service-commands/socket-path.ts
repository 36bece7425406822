import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import * as unixSocket from '../platform/unix-socket.ts';

/** Where a running service listens for commands: a socket in its data folder, or a named pipe on Windows. */
export const commandSocket = ({ path }: Pick<DataFolder, 'path'>): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\castellan-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
    : join(path, 'castellan.sock');

/** @throws StartError if no socket can have this path */
export const assertSocketPath = (path: string): void => {
  if (process.platform !== 'win32') unixSocket.assertSocketPath(path, 'Move the data folder to a shorter path');
};

/**
 * Makes room for a new socket: removes one that a crash left over. Only for the holder of the data folder's lock.
 * @throws StartError if something else is in its place
 */
export const removeOldSocket = async (path: string): Promise<void> => {
  if (process.platform !== 'win32') await unixSocket.removeOldSocket(path);
};

/**
 * Checks that a socket belongs to the owner of its folder, so that no one else can take its place.
 * @returns whether there is a socket
 * @throws StartError if it belongs to someone else, or can't be accessed
 */
export const findSocket = async (path: string, folder: string): Promise<boolean> => {
  if (process.platform === 'win32') return true;
  try {
    const stats = await unixSocket.statSocket(path);
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
