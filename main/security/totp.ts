import { Secret, TOTP } from 'otpauth';
import { second, totp } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { readCode } from '#shared/text-input/typed-code.ts';
import type { Ids } from '../platform/ids.ts';
import { hashSecret } from './refresh-tokens.ts';

const issuer = 'Castellan';
/** 160 bits, the length of the hash that authenticator apps use (RFC 4226 §4). */
const secretBytes = 20;
/** 80 bits: too many to brute-force against a stored hash. */
const recoveryBytes = 10;

const base32 = (ids: Ids, bytes: number): string => {
  const random = Uint8Array.from(Buffer.from(ids.secret(), 'base64url').subarray(0, bytes));
  return new Secret({ buffer: random.buffer }).base32;
};

const generatorOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: totp.digits, period: totp.periodSeconds });

export const newTotpSecret = (ids: Ids): string => base32(ids, secretBytes);

/** The URI in the QR code that an authenticator app scans. */
export const otpauthUri = (secret: string, email: string): string => generatorOf(secret, email).toString();

/** The time step that a code belongs to, within the window around `now`. Undefined for a wrong code. */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const delta = generatorOf(secret, '').validate({ token: code, timestamp: now, window: totp.window });
  return delta === null ? undefined : Math.floor(now / second / totp.periodSeconds) + delta;
};

/** Recovery codes in groups of four, easy to read aloud and copy by hand. */
export const newRecoveryCodes = (ids: Ids): string[] =>
  Array.from({ length: totp.recoveryCodes }, () =>
    lowerAscii(base32(ids, recoveryBytes)).replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

export const isTotpCode = (normalized: string): boolean => /^\d{6}$/.test(normalized);

export const hashRecoveryCode = (code: string): string => hashSecret(readCode(code));
