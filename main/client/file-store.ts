import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivateFolder, replacePrivateFile } from '../platform/private-file.ts';
import type { CredentialStore, Stored } from './credentials.ts';
import { CastellanError } from './errors.ts';
import { withFileLock } from './file-lock.ts';
import { type Surroundings, surroundings } from './surroundings.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a file has what was written: it may have been cut off, or someone has edited it. */
const isStored = (value: unknown): value is Stored => {
  if (!isObject(value)) return false;
  const { session } = value;
  if (session === undefined) return true;
  if (!isObject(session) || !isObject(session.user)) return false;
  const texts = [session.access_token, session.refresh_token, session.user.email, session.user.tenant_id];
  return texts.every((text) => typeof text === 'string') && typeof session.expires_at === 'number';
};

/**
 * Keeps a session in a file that only its user can read, for all processes that name the same one: they take turns by a lock file
 * beside it (DECISION 0319).
 */
export const fileStore = (
  path: string,
  time: Pick<Surroundings, 'now' | 'wait' | 'unique'> = surroundings,
): CredentialStore => ({
  async read() {
    let stored: unknown;
    try {
      stored = JSON.parse(await readFile(path, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      if (!(error instanceof SyntaxError)) throw error;
    }
    if (!isStored(stored)) throw new CastellanError(`${path} can't be read. Sign in again`);
    return stored;
  },
  write: (stored) => replacePrivateFile(path, `${JSON.stringify(stored)}\n`),
  async exclusively(work) {
    await createPrivateFolder(dirname(path));
    return withFileLock(`${path}.lock`, time, work);
  },
});
