import { createPrivateFile } from '../../../../platform/private-file.ts';
import { openSqlite3 } from './sqlite3-connection.ts';

/**
 * Copies a database file as of one instant to a new file, even while Castellan writes to it. A connection of its own
 * reads a snapshot of the write-ahead log, so it never waits for the writer, nor the writer for it.
 */
export const copyDatabaseFile = async (source: string, target: string, signal?: AbortSignal): Promise<void> => {
  const connection = await openSqlite3(source, 'read-only');
  const interrupt = (): void => connection.interrupt();
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', interrupt);
    // SQLite fills an empty file, and keeps its mode.
    await createPrivateFile(target, '');
    await connection.run('vacuum into ?', [target]);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await connection.close();
  }
};
