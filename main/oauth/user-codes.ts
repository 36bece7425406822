import { createHmac } from 'node:crypto';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { handleOf, type Key, type KeyRing } from '../security/keys.ts';

/** What people type isn't what is shown: capitals, hyphens and spaces have no meaning. */
const plain = (code: string): string => lowerAscii(code.replaceAll(/[^a-z0-9]/gi, ''));

const hashWith = (key: Key, code: string): string =>
  createHmac('sha256', handleOf(key.derive('oauth-user-code')))
    .update(plain(code))
    .digest('base64url');

/** What is stored of the code that a device shows: it is too short for a hash that anyone could compute. */
export const hashUserCode = (keys: KeyRing, code: string): string => hashWith(keys.current, code);

/** The hashes that may be stored of a code, also from before keys were rotated. */
export const hashesOfUserCode = (keys: KeyRing, code: string): string[] => keys.all.map((key) => hashWith(key, code));
