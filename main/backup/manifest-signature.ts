import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '../platform/start-error.ts';
import { handleOf, type Key, keyRingOf, parseKeyFile } from '../security/keys.ts';

/** What a signature vouches for: the exact bytes. The manifest contains the checksums of all other files. */
export interface SignedParts {
  manifest: string | Buffer;
  /** Undefined if the keys aren't in the backup. */
  sealedKeys: string | Buffer | undefined;
}

const signatureSchema = z.strictObject({
  /** The ID of the key that made it. */
  key: z.string().min(1),
  /** HMAC-SHA-256, with a key that is derived for nothing else. */
  mac: z.base64url().length(43),
});

const digest = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const macOf = (key: Key, { manifest, sealedKeys }: SignedParts): Buffer =>
  createHmac('sha256', handleOf(key.derive('backup')))
    .update(JSON.stringify([digest(manifest), sealedKeys === undefined ? null : digest(sealedKeys)]))
    .digest();

type Signature = z.output<typeof signatureSchema>;

const textOf = ({ key, mac }: Signature): string => `${JSON.stringify({ key, mac })}\n`;

/** DECISION 0254: the signature of a backup, as the text of its file. */
export const signManifest = (key: Key, parts: SignedParts): string =>
  textOf({ key: key.kid, mac: macOf(key, parts).toString('base64url') });

const readSignature = (text: string): Signature => {
  try {
    const signature = signatureSchema.parse(JSON.parse(text));
    if (textOf(signature) === text) return signature;
  } catch (cause) {
    throw new StartError('its signature is damaged', { cause, kind: 'damaged' });
  }
  throw new StartError('its signature was changed', { kind: 'damaged' });
};

/** Keys that may have signed a backup: the text of a key file, and where it is from. */
export interface SigningKeys {
  text: string;
  place: string;
}

/** What a key file says about a signature. */
export type SignatureCheck =
  | { isValid: true; signer: string }
  /** `retiredAt`: in RFC 3339, if the key file had the key once. */
  | { isValid: false; signer: string; retiredAt: string | undefined };

/**
 * Checks a signature with the keys of a key file. A retired key vouches for nothing: it may have leaked.
 * @throws StartError if the signature is damaged, or if the backup was changed after one of these keys signed it
 */
export const checkSignature = (signature: string, parts: SignedParts, keys: SigningKeys): SignatureCheck => {
  const { key: signer, mac } = readSignature(signature);
  const file = parseKeyFile(keys.text, keys.place);
  const key = keyRingOf(file).find(signer);
  if (!key) {
    return { isValid: false, signer, retiredAt: file.retired?.find(({ kid }) => kid === signer)?.retired_at };
  }
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(key, parts))) {
    throw new StartError('it was changed after it was signed', { kind: 'damaged' });
  }
  return { isValid: true, signer };
};

/** The ID of the key that a signature names, whether or not it is valid. @throws StartError if it is damaged */
export const signerOf = (signature: string): string => readSignature(signature).key;
