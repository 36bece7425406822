import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { day } from '#shared/rules/limits.ts';
import { toIso } from '../platform/clock.ts';
import { checkPrivateFile } from '../platform/data-folder.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { type SigningKeys, signingKeysSchema } from './signing-keys.ts';

/** One key per purpose, all derived from one secret with HKDF. */
export type KeyPurpose =
  | 'access-token'
  | 'refresh-token'
  | 'outbox'
  | 'second-factor'
  | 'provider'
  | 'mail-server'
  | 'idempotency'
  | 'events'
  | 'passkey-challenge'
  | 'captcha'
  | 'known-device'
  | 'oauth-cookie'
  | 'protected-host'
  | 'oauth-refresh'
  | 'oauth-logout'
  | 'oauth-user-code'
  | 'key-transfer'
  | 'address-hash'
  | 'backup'
  | 'audit'
  | 'installation';

/** This installation's secrets. The first one signs and seals; the others still verify and open. */
export interface KeyRing {
  readonly current: Key;
  /** Every key, the newest first, without retired ones. */
  readonly all: readonly Key[];
  find(kid: string): Key | undefined;
  /** What verifies rows of audit logs. All that is left of a retired key. */
  findAuditKey(kid: string): Uint8Array<ArrayBuffer> | undefined;
}
export interface Key {
  readonly kid: string;
  /** What signs for applications. Undefined until there is one. */
  readonly signing?: SigningKeys | undefined;
  /** 256 bits. */
  derive(purpose: KeyPurpose): Uint8Array<ArrayBuffer>;
}

const minBytes = 32;
/** What a key signs or seals begins with its ID, and a dot. */
const keyId = z.string().regex(/^[^.]+$/);

/** An entry of the key file. */
export const entrySchema = z.strictObject({
  kid: keyId,
  secret: z.base64url(),
  created_at: z.string(),
  /** DECISION 0330: they can't be derived from the secret, so they stand beside it. */
  signing_keys: signingKeysSchema.optional(),
});
const fileSchema = z.strictObject({
  /** The newest first. */
  keys: z.array(entrySchema).min(1),
  /** DECISION 0167: will be the first one as soon as every instance has it. */
  next: entrySchema.optional(),
  /** DECISION 0130: the audit log outlives its keys, so what verifies it stays. */
  retired: z
    .array(
      z.strictObject({
        kid: keyId,
        audit_key: z.base64url(),
        created_at: z.string(),
        retired_at: z.string(),
      }),
    )
    .optional(),
  /**
   * DECISION 0057: until when these keys may create an installation. Only `castellan keys generate` writes it, and the first
   * start removes it.
   */
  creates_installation_until: z.iso.datetime().optional(),
});
/** What `keys.json` contains. */
export type KeyFile = z.output<typeof fileSchema>;
export type KeyEntry = z.output<typeof entrySchema>;

const keyOf = (kid: string, secret: Buffer, signing: SigningKeys | undefined): Key => {
  const derived = new Map<KeyPurpose, Uint8Array<ArrayBuffer>>();
  return {
    kid,
    signing,
    derive(purpose) {
      const known = derived.get(purpose);
      if (known) return known;
      const key = new Uint8Array(hkdfSync('sha256', secret, kid, `castellan/${purpose}`, 32));
      derived.set(purpose, key);
      return key;
    },
  };
};

/** The ID of the key that made a signature or a seal. */
export const kidOf = (signature: string): string => signature.slice(0, signature.lastIndexOf('.'));

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

interface RetiredSecret {
  kid: string;
  auditKey: Uint8Array<ArrayBuffer>;
}

/** @throws StartError for a key shorter than 256 bits. */
export const createKeyRing = (
  secrets: readonly { kid: string; secret: Buffer; signing?: SigningKeys | undefined }[],
  retired: readonly RetiredSecret[] = [],
): KeyRing => {
  const all = secrets.map(({ kid, secret, signing }) => {
    if (secret.length < minBytes) throw new StartError({ name: 'keyTooShort', values: { kid, bits: minBytes * 8 } });
    return keyOf(kid, secret, signing);
  });
  const [current] = all;
  if (!current) throw new StartError({ name: 'noKey', values: {} });
  const find = (kid: string): Key | undefined => all.find((key) => key.kid === kid);
  return {
    current,
    all,
    find,
    findAuditKey: (kid) => find(kid)?.derive('audit') ?? retired.find((key) => key.kid === kid)?.auditKey,
  };
};

/** The keys that a key file describes. @throws StartError for a key shorter than 256 bits */
export const keyRingOf = ({ keys, next, retired = [] }: KeyFile): KeyRing =>
  createKeyRing(
    [...keys, ...(next ? [next] : [])].map(({ kid, secret, signing_keys: signing }) => ({
      kid,
      secret: Buffer.from(secret, 'base64url'),
      signing,
    })),
    retired.map(({ kid, audit_key }) => ({ kid, auditKey: new Uint8Array(Buffer.from(audit_key, 'base64url')) })),
  );

/** @throws StartError that names the file if its text is damaged */
export const parseKeyFile = (text: string, path: string): KeyFile => {
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError({ name: 'damagedFile', values: { path } }, { cause });
  }
};

export const parseKeyRing = (text: string, path: string): KeyRing => keyRingOf(parseKeyFile(text, path));

/** The text of a key file. */
export const keyFileText = (content: KeyFile): string => `${JSON.stringify(content, null, 2)}\n`;

/** A new key, with 256 random bits. Its ID never begins with a dash, which a command line would take for an option. */
export const newKeyEntry = (now: number): KeyEntry => ({
  kid: randomBytes(6).toString('hex'),
  secret: randomBytes(minBytes).toString('base64url'),
  created_at: toIso(now),
});

/** Creates the key file of a new installation. */
export const createKeyFile = async (path: string, now: number): Promise<KeyFile> => {
  const content = { keys: [newKeyEntry(now)] };
  await createPrivateFile(path, keyFileText(content));
  return content;
};

/** How long generated keys may wait for their first start, at most. Later, a database that is missing counts as lost. */
export const longestWaitMs = 30 * day;

/** DECISION 0057: keys that are made before their installation. @param waitMs how long they may wait for its first start */
export const newKeyFile = (now: number, waitMs: number): KeyFile & { creates_installation_until: string } => ({
  keys: [newKeyEntry(now)],
  creates_installation_until: toIso(now + waitMs),
});

/**
 * What the key file contains. Undefined if there is none.
 * @throws StartError if it is accessible to others (also behind a link) or damaged.
 */
export const readKeyFileContent = async (path: string): Promise<KeyFile | undefined> => {
  let text: string;
  try {
    await checkPrivateFile(path, { followLinks: true });
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    return undefined;
  }
  return parseKeyFile(text, path);
};

/** The keys of the key file. Undefined if there is none. @throws StartError like {@link readKeyFileContent} */
export const readKeyFile = async (path: string): Promise<KeyRing | undefined> => {
  const content = await readKeyFileContent(path);
  return content && keyRingOf(content);
};
