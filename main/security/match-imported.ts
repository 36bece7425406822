import { pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { argon2id } from 'hash-wasm';
import { exportedHash, type ImportedHash, memoryOf, readImportedHash, scryptBlock } from './imported-hashes.ts';

const derive = async (password: string, { work, salt, hash }: ImportedHash): Promise<Uint8Array> => {
  if (work.scheme === 'pbkdf2') return pbkdf2Sync(password, salt, work.iterations, hash.length, work.digest);
  if (work.scheme === 'scrypt') {
    // OpenSSL needs three blocks more, and refuses to exceed its bound.
    const maxmem = memoryOf(work) + 3 * scryptBlock(work.r);
    return scryptSync(password, salt, hash.length, { N: 2 ** work.logN, r: work.r, p: work.p, maxmem });
  }
  return argon2id({
    // The library refuses an empty one.
    password: password || '\0',
    salt,
    memorySize: work.memoryKib,
    iterations: work.passes,
    parallelism: work.lanes,
    hashLength: hash.length,
    outputType: 'binary',
  });
};

/** Whether a stored hash of another system is that of a password. The empty password matches none. */
export const matchesImported = async (password: string, stored: string): Promise<boolean> => {
  const imported = readImportedHash(exportedHash(stored));
  // The import has read it before.
  if (typeof imported !== 'object') throw new Error('A stored password hash can not be read');
  return timingSafeEqual(await derive(password, imported), imported.hash) && password !== '';
};
