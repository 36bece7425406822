import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Keyring } from './keyring.ts';

/** A text in a file, encrypted with a key from the system's keyring. */
export interface SealedFile {
  exists(): Promise<boolean>;
  /** Undefined without a file. Encrypts the text again if the key has changed. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** What is written before it takes the file's place. */
export const partOf = (file: string): string => `${file}.part`;

export const sealedFile = (file: string, keyring: Pick<Keyring, 'encrypt' | 'decrypt'>): SealedFile => {
  const content = () =>
    readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  const write = async (text: string): Promise<void> => {
    const sealed = await keyring.encrypt(text);
    await writeFile(partOf(file), sealed, { mode: 0o600 });
    await rename(partOf(file), file);
  };
  return {
    exists: async () => (await content()) !== undefined,
    async read() {
      const sealed = await content();
      if (!sealed) return undefined;
      const { text, isStale } = await keyring.decrypt(sealed);
      if (isStale) await write(text);
      return text;
    },
    write,
    remove: () => rm(file, { force: true }),
  };
};
