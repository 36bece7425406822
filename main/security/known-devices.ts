import { createHmac, timingSafeEqual } from 'node:crypto';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { clockDifferenceMs } from '../platform/remaining-wait.ts';
import { handleOf, type Key, type KeyRing } from './keys.ts';

/** A device that someone has signed in on. */
export interface KnownDevice {
  readonly userId: string;
  /** Tells the devices of an account apart. It stays the same when the device signs in again. */
  readonly nonce: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/**
 * Tokens by which a device is known again (DECISION 0263). They aren't stored: each is a MAC over the account, the device and
 * the time. They let no one in; they only keep guesses made elsewhere from delaying the device.
 */
export interface KnownDevices {
  /** A token for an account. @param presented the token that came with the request, if any: its device stays the same */
  issue(userId: string, presented: string | undefined): string;
  /** The device of a token; undefined if it wasn't issued here, or for too long ago. */
  read(text: string | undefined): KnownDevice | undefined;
}

const pattern = /^(\w{1,20}_[\w-]{22})\.([\w-]{43})\.(\d{1,15})\.([\w-]+)\.([\w-]{43})$/;

export const createKnownDevices = (keys: KeyRing, clock: Clock, ids: Ids): KnownDevices => {
  const macOf = (key: Key, content: string): Buffer =>
    createHmac('sha256', handleOf(key.derive('known-device')))
      .update(content)
      .digest();
  const read = (text: string | undefined): KnownDevice | undefined => {
    const [, userId, nonce, digits, kid, mac] = pattern.exec(text ?? '') ?? [];
    if (!userId || !nonce || !digits || !kid || !mac) return undefined;
    const key = keys.find(kid);
    const isOurs = key && timingSafeEqual(macOf(key, `${userId}.${nonce}.${digits}`), Buffer.from(mac, 'base64url'));
    const issuedAt = Number(digits);
    const age = clock.now() - issuedAt;
    // One from a clock that was ahead would outlive what ends the others.
    const isOver = age >= lifetimesMs.knownDevice || age < -clockDifferenceMs;
    return isOurs && !isOver ? { userId, nonce, issuedAt } : undefined;
  };
  return {
    issue(userId, presented) {
      const known = read(presented);
      const nonce = known?.userId === userId ? known.nonce : ids.secret();
      const content = `${userId}.${nonce}.${clock.now()}`;
      return `${content}.${keys.current.kid}.${macOf(keys.current, content).toString('base64url')}`;
    },
    read,
  };
};
