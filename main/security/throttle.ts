import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { AppError, type ErrorKey } from '#shared/errors.ts';
import { second, type ThrottleName, throttles } from '#shared/limits.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Rate limits per socket address, counted by outcome. DECISION 0011: hand-written, because the window must follow the
 * injected clock. Counts are held in memory and bounded.
 */
export interface Throttle {
  /** @throws AppError RATE_LIMITED with `retry_after` in seconds. */
  check(name: ThrottleName, address: string): void;
  /** Counts an outcome: undefined for success, otherwise the error's key. */
  record(name: ThrottleName, address: string, outcome: ErrorKey | undefined): void;
}

/** Failures that suggest guessing. A weak new password, for example, doesn't. */
const guesses: ReadonlySet<ErrorKey> = new Set([
  'INVALID_CREDENTIALS',
  'LINK_INVALID',
  'LINK_EXPIRED',
  'REFRESH_TOKEN_INVALID',
  'SECOND_FACTOR_INVALID',
]);

const maxAddresses = 100_000;

/** What counts as one address: a full IPv4 address, or the first 64 bits of an IPv6 address. */
export const addressGroup = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};

export const createThrottle = (clock: Clock): Throttle => {
  // Use `maxSize`, not `max`: `max` preallocates.
  const windows = new LRUCache<string, { count: number; endsAt: number }>({
    maxSize: maxAddresses,
    sizeCalculation: () => 1,
  });
  const keyOf = (name: ThrottleName, address: string) => `${name} ${addressGroup(address)}`;
  const current = (key: string) => {
    const window = windows.get(key);
    return window && window.endsAt > clock.now() ? window : undefined;
  };
  return {
    check(name, address) {
      const window = current(keyOf(name, address));
      if (window && window.count >= throttles[name].limit) {
        throw new AppError('RATE_LIMITED', { retry_after: Math.ceil((window.endsAt - clock.now()) / second) });
      }
    },
    record(name, address, outcome) {
      const { counts, windowMs } = throttles[name];
      const counted = counts === 'success' ? outcome === undefined : outcome !== undefined && guesses.has(outcome);
      if (!counted) return;
      const key = keyOf(name, address);
      const window = current(key);
      if (window) window.count += 1;
      else windows.set(key, { count: 1, endsAt: clock.now() + windowMs });
    },
  };
};

export const noThrottle: Throttle = { check: () => {}, record: () => {} };
