import { constants, type Stats } from 'node:fs';
import { access, lstat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connectFor } from './gate/connections.ts';
import { uses } from './gate/uses.ts';
import { StartError } from './start-error.ts';

/** What macOS allows, without the closing NUL. Linux allows four bytes more. */
const maxPathBytes = 103;

/** @throws StartError if no socket can have this path */
export const assertSocketPath = (path: string, advice: string): void => {
  const bytes = Buffer.byteLength(path);
  if (bytes <= maxPathBytes) return;
  throw new StartError(
    `The path ${path} has ${bytes} bytes, but the path of a socket can have ${maxPathBytes}. ${advice}`,
  );
};

export const statSocket = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

/**
 * Makes room for a new socket: removes one that no one listens on any more. The caller has made sure of that.
 * @throws StartError if something else is in its place
 */
export const removeOldSocket = async (path: string): Promise<void> => {
  const stats = await statSocket(path);
  if (!stats) return;
  if (!stats.isSocket()) throw new StartError(`${path} is not a socket. Move it elsewhere`);
  await unlink(path);
};

/** Whether a process accepts connections on a socket. Anything but a refusal counts as yes. */
const hasListener = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectFor(uses.service, { path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });

/**
 * Checks that a server can listen on a Unix socket, before opening or changing anything.
 * @throws StartError that says what is in the way.
 */
export const assertSocketFree = async (path: string): Promise<void> => {
  if (process.platform === 'win32') throw new StartError('Windows has no Unix sockets. Use --host and --port instead');
  assertSocketPath(path, 'Choose a shorter one with --listen');
  const folder = dirname(path);
  const stats = await access(folder, constants.W_OK | constants.X_OK)
    .then(() => statSocket(path))
    .catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') {
        throw new StartError(`The folder ${folder} does not exist. Create it, or choose another path with --listen`, {
          cause,
        });
      }
      throw new StartError(
        `Castellan can't create a socket in ${folder} (${cause.code}). Change its permissions, or choose another path with --listen`,
        { cause, kind: 'permission' },
      );
    });
  if (!stats) return;
  if (!stats.isSocket()) throw new StartError(`${path} is not a socket. Choose another path with --listen`);
  if (!(await hasListener(path))) return;
  throw new StartError(`${path} is in use by another program. Stop it, or choose another path with --listen`, {
    kind: 'port',
  });
};
