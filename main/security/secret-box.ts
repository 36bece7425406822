import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from './keys.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** One key per purpose. */
export type SecretPurpose =
  | 'outbox'
  | 'second-factor'
  | 'mail-server'
  | 'provider'
  | 'idempotency'
  | 'passkey-challenge'
  | 'key-transfer';

/** Encrypts secrets that we must read again later, such as the link of a queued email. */
export interface SecretBox {
  seal(text: string, purpose?: SecretPurpose): string;
  /** @throws Error if the text was changed, its key is gone, or it was sealed for another purpose. */
  open(sealed: string, purpose?: SecretPurpose): string;
  /** A keyed hash of an email address, to count by address without storing it. */
  hashEmail(email: string): string;
}

export const createSecretBox = (keys: KeyRing): SecretBox => ({
  seal(text, purpose = 'outbox') {
    const nonce = randomBytes(nonceBytes);
    const encryption = createCipheriv(cipher, keys.current.derive(purpose), nonce);
    const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
    return `${keys.current.kid}.${Buffer.concat([nonce, encryption.getAuthTag(), body]).toString('base64url')}`;
  },
  open(sealed, purpose = 'outbox') {
    const [kid = '', data = ''] = sealed.split('.');
    const key = keys.find(kid);
    if (!key) throw new Error('Unknown encryption key');
    const bytes = Buffer.from(data, 'base64url');
    const nonce = bytes.subarray(0, nonceBytes);
    // Set the length explicitly; otherwise a four-byte tag would pass.
    const decryption = createDecipheriv(cipher, key.derive(purpose), nonce, { authTagLength: tagBytes });
    decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8');
  },
  hashEmail: (email) => createHmac('sha256', keys.current.derive('address-hash')).update(email).digest('base64url'),
});
