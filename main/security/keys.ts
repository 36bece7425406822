import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { toIso } from '../platform/clock.ts';
import { checkPrivateFile } from '../platform/data-folder.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';

/** One key per purpose, all derived from one secret with HKDF. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'outbox'
  | 'second-factor'
  | 'provider'
  | 'mail-server'
  | 'address-hash'
  | 'audit'
  | 'installation';

/** This installation's secrets. The first one signs; the others still verify. */
export interface KeyRing {
  readonly current: Key;
  find(kid: string): Key | undefined;
}
export interface Key {
  readonly kid: string;
  /** 256 bits. */
  derive(purpose: KeyPurpose): Uint8Array<ArrayBuffer>;
}

const minBytes = 32;
const fileSchema = z.strictObject({
  keys: z.array(z.strictObject({ kid: z.string().min(1), secret: z.base64url(), created_at: z.string() })).min(1),
});
type KeyFile = z.output<typeof fileSchema>;

const keyOf = (kid: string, secret: Buffer): Key => {
  const derived = new Map<KeyPurpose, Uint8Array<ArrayBuffer>>();
  return {
    kid,
    derive(purpose) {
      const known = derived.get(purpose);
      if (known) return known;
      const key = new Uint8Array(hkdfSync('sha256', secret, kid, `castellan/${purpose}`, 32));
      derived.set(purpose, key);
      return key;
    },
  };
};

const handles = new WeakMap<Uint8Array, KeyObject>();

/**
 * Wraps a derived key in a key object. Given raw bytes, Node creates one per use, which costs more than the use itself.
 * DECISION 0055: pays for "Refresh rotations per second".
 */
export const handleOf = (bytes: Uint8Array): KeyObject => {
  const known = handles.get(bytes);
  if (known) return known;
  const fresh = createSecretKey(bytes);
  handles.set(bytes, fresh);
  return fresh;
};

/** @throws StartError for a key shorter than 256 bits. */
export const createKeyRing = (secrets: readonly { kid: string; secret: Buffer }[]): KeyRing => {
  const keys = secrets.map(({ kid, secret }) => {
    if (secret.length < minBytes) throw new StartError(`Key ${kid} is shorter than ${minBytes * 8} bits`);
    return keyOf(kid, secret);
  });
  const [current] = keys;
  if (!current) throw new StartError('The key file contains no key');
  return { current, find: (kid) => keys.find((key) => key.kid === kid) };
};

/** @throws StartError that names the file if its text is damaged */
export const parseKeyRing = (text: string, path: string): KeyRing => {
  try {
    const { keys } = fileSchema.parse(JSON.parse(text));
    return createKeyRing(keys.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') })));
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`${path} is damaged`, { cause });
  }
};

/** Creates the key file of a new installation. */
export const createKeyFile = async (path: string, now: number): Promise<KeyRing> => {
  const secret = randomBytes(minBytes);
  const kid = randomBytes(6).toString('base64url');
  const content: KeyFile = { keys: [{ kid, secret: secret.toString('base64url'), created_at: toIso(now) }] };
  await createPrivateFile(path, `${JSON.stringify(content, null, 2)}\n`);
  return createKeyRing([{ kid, secret }]);
};

/**
 * Reads the key file. Undefined if there is none.
 * @throws StartError if it is accessible to others (also behind a link) or damaged.
 */
export const readKeyFile = async (path: string): Promise<KeyRing | undefined> => {
  let text: string;
  try {
    await checkPrivateFile(path, { followLinks: true });
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return undefined;
  }
  return parseKeyRing(text, path);
};
