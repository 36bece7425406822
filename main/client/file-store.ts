import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivateFolder, replacePrivateFile } from '../platform/private-file.ts';
import type { CredentialStore, Stored } from './credentials.ts';
import { CastellanError } from './errors.ts';
import { withFileLock } from './file-lock.ts';
import { type Surroundings, surroundings } from './surroundings.ts';

/**
 * Keeps a session in a file that only its user can read, for all processes that name the same one: they take turns by a lock file
 * beside it (DECISION 0319).
 */
export const fileStore = (
  path: string,
  time: Pick<Surroundings, 'now' | 'wait' | 'unique'> = surroundings,
): CredentialStore => ({
  async read() {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Stored;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      if (error instanceof SyntaxError) throw new CastellanError(`${path} can't be read. Delete it, and sign in again`);
      throw error;
    }
  },
  write: (stored) => replacePrivateFile(path, `${JSON.stringify(stored)}\n`),
  async exclusively(work) {
    await createPrivateFolder(dirname(path));
    return withFileLock(`${path}.lock`, time, work);
  },
});
