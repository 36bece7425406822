import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @throws Error if there is no such folder afterwards */
const createOneFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
};

/**
 * Creates a folder with mode 0700, and those above it, unless they exist. Node's `recursive` says ENOENT on a read-only
 * disk, and never ends where the system creates no folders, such as in /proc.
 */
export const createPrivateFolder = async (path: string): Promise<void> => {
  try {
    await createOneFolder(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await createPrivateFolder(dirname(path));
    await createOneFolder(path);
  }
};

/**
 * Writes a new file, with mode 0600 from the start, and flushes it before anything relies on it. If that fails, there is no
 * file: an empty one would be in the way of the next attempt.
 */
export const createPrivateFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};

/** Replaces a file with one of mode 0600. After a crash, either the previous file or the new one is there. */
export const replacePrivateFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  const draft = `${path}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
};

/** Flushes a file, or a folder's list of names. Without it, a power failure could undo a rename. */
export const flush = async (path: string): Promise<void> => {
  // Windows can't flush a folder.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
