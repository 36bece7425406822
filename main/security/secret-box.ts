import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SealedText } from '../storage/database/sealed-text.ts';
import {
  type PlaceOf,
  partsOf,
  type SealedColumn,
  type SealedRow,
  sealedColumns,
} from '../storage/store/sealed-columns.ts';
import { type Key, type KeyRing, kidOf } from './keys.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What the key of a sealed column is derived for. */
export type SealedPurpose = (typeof sealedColumns)[SealedColumn]['purpose'];
/** What clients keep for us. */
type TokenPurpose = 'passkey-challenge' | 'captcha' | 'oauth-logout' | 'protected-host';

/**
 * Encrypts secrets that we must read again later, such as the link of a queued email. DECISION 0255: a value can be opened only in
 * the row and column that it was sealed for.
 */
export interface SecretBox {
  seal<Name extends SealedColumn>(column: Name, place: PlaceOf<Name>, text: string): SealedText<Name>;
  /** @throws Error if there is no value, if it was changed or moved, or if its key is gone */
  open<Name extends SealedColumn>(column: Name, row: SealedRow<Name>): string;
  /** For a token that isn't stored, and says itself what it is for. */
  sealToken(purpose: TokenPurpose, text: string): string;
  /** @throws Error if the token was changed, or if its key is gone */
  openToken(purpose: TokenPurpose, token: string): string;
  /** A keyed hash of an email address, to count by address without storing it. */
  hashEmail(email: string): string;
}

/**
 * The ID of the key, a dot, and the sealed text.
 * @param place authenticated, but not part of the result
 */
const encrypt = (key: Key, purpose: SealedPurpose | TokenPurpose, text: string, place: string): string => {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, key.derive(purpose), nonce).setAAD(Buffer.from(place));
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return `${key.kid}.${Buffer.concat([nonce, encryption.getAuthTag(), body]).toString('base64url')}`;
};

/** A value whose key was retired, or never was on this installation. */
export class UnknownKeyError extends Error {
  constructor() {
    super('Unknown encryption key');
  }
}

const decrypt = (keys: KeyRing, purpose: SealedPurpose | TokenPurpose, sealed: string, place: string): string => {
  const kid = kidOf(sealed);
  const key = keys.find(kid);
  if (!key) throw new UnknownKeyError();
  const bytes = Buffer.from(sealed.slice(kid.length + 1), 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  // Set the length explicitly; otherwise a four-byte tag would pass.
  const decryption = createDecipheriv(cipher, key.derive(purpose), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8');
};

/** Tokens are bound to nothing: they say themselves what they are for. */
const nowhere = '';

const sealedIn = <Name extends SealedColumn>(column: Name, row: SealedRow<Name>): string => {
  const [, field] = partsOf(column);
  // Its type says that it has this column.
  const sealed = (row as Record<string, unknown>)[field];
  if (typeof sealed !== 'string') throw new Error(`There is no value in ${column}`);
  return sealed;
};

/** Says the place in one way only. */
const placeText = <Name extends SealedColumn>(column: Name, row: PlaceOf<Name>): string =>
  JSON.stringify([column, ...sealedColumns[column].place.map((field) => row[field as keyof PlaceOf<Name>])]);

export const createSecretBox = (keys: KeyRing): SecretBox => ({
  seal<Name extends SealedColumn>(column: Name, place: PlaceOf<Name>, text: string) {
    return encrypt(keys.current, sealedColumns[column].purpose, text, placeText(column, place)) as SealedText<Name>;
  },
  open: (column, row) => decrypt(keys, sealedColumns[column].purpose, sealedIn(column, row), placeText(column, row)),
  sealToken: (purpose, text) => encrypt(keys.current, purpose, text, nowhere),
  openToken: (purpose, token) => decrypt(keys, purpose, token, nowhere),
  hashEmail: (email) => createHmac('sha256', keys.current.derive('address-hash')).update(email).digest('base64url'),
});
