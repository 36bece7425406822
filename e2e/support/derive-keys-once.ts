import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

type Done = (error: Error | null, key: Buffer) => void;

/**
 * For the tests of a file, derives a key only once from the same passphrase, salt and costs. That takes half a second on purpose,
 * and these tests are about what the keys are used for.
 */
export const deriveKeysOnce = (): void => {
  const { scrypt } = crypto;
  const known = new Map<string, Promise<Buffer>>();
  const derive = (passphrase: BinaryLike, salt: Buffer, length: number, costs: ScryptOptions, done: Done): void => {
    const name = JSON.stringify([passphrase, salt.toString('hex'), length, costs]);
    const key =
      known.get(name) ??
      new Promise<Buffer>((resolve, reject) => {
        scrypt(passphrase, salt, length, costs, (error, found) => (error ? reject(error) : resolve(found)));
      });
    known.set(name, key);
    key.then(
      (found) => done(null, found),
      (error: Error) => done(error, Buffer.alloc(0)),
    );
  };
  beforeAll(() => {
    crypto.scrypt = derive as typeof scrypt;
    syncBuiltinESMExports();
  });
  afterAll(() => {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  });
};
