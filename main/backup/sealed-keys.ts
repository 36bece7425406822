import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { composed } from '#shared/text-input/composed.ts';
import { StartError } from '../platform/start-error.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;

/** DECISION 0095: about half a second and 128 MB for each guess. */
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1_048_576 };

const sealedSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  n: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  salt: z.base64url(),
  cipher: z.literal(cipher),
  nonce: z.base64url(),
  tag: z.base64url(),
  body: z.base64url(),
});

const deriveKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(composed(passphrase), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });

/** Encrypts the key file. `manifest` is authenticated too: it can't be changed without the passphrase. */
export const sealKeys = async (keys: string, passphrase: string, manifest: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, await deriveKey(passphrase, salt), nonce).setAAD(Buffer.from(manifest));
  const body = Buffer.concat([encryption.update(keys, 'utf8'), encryption.final()]);
  const sealed: z.output<typeof sealedSchema> = {
    kdf: 'scrypt',
    n: cost.N,
    r: cost.r,
    p: cost.p,
    salt: salt.toString('base64url'),
    cipher,
    nonce: nonce.toString('base64url'),
    tag: encryption.getAuthTag().toString('base64url'),
    body: body.toString('base64url'),
  };
  return `${JSON.stringify(sealed, null, 2)}\n`;
};

/** @throws StartError for a wrong passphrase, or if the sealed keys or the manifest were changed */
export const openKeys = async (sealed: string, passphrase: string, manifest: string): Promise<string> => {
  let parsed: z.output<typeof sealedSchema>;
  try {
    parsed = sealedSchema.parse(JSON.parse(sealed));
  } catch (cause) {
    throw new StartError('its keys are damaged', { cause, kind: 'damaged' });
  }
  const { salt, nonce, tag, body } = parsed;
  const key = await deriveKey(passphrase, Buffer.from(salt, 'base64url'));
  try {
    const decryption = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes })
      .setAAD(Buffer.from(manifest))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decryption.update(Buffer.from(body, 'base64url'), undefined, 'utf8') + decryption.final('utf8');
  } catch (cause) {
    throw new StartError('the passphrase is wrong, or the backup was changed after it was made', { cause });
  }
};
