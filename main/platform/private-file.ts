import { open, rename, stat } from 'node:fs/promises';

/** Writes a new file, with mode 0600 from the start, and flushes it before anything relies on it. */
export const createPrivateFile = async (path: string, content: string | Uint8Array): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
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
