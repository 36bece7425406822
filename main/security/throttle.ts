import { LRUCache } from 'lru-cache';
import { AppError, type ErrorKey } from '#shared/errors.ts';
import { second, type ThrottleName, throttles } from '#shared/limits.ts';
import { addressGroup } from '../platform/address-group.ts';
import type { Clock } from '../platform/clock.ts';

/**
 * Rate limits per socket address, counted by outcome. DECISION 0011: hand-written, because the window must follow the
 * injected clock. Counts are held in memory and bounded.
 */
export interface Throttle {
  /**
   * Counts an attempt before it is judged, so that attempts at the same time cannot exceed the limit together. Misses
   * are only counted once they are known, so that a valid token is never refused because of others' guesses.
   * @param isLocal whether this machine sent the request, and no proxy forwarded it
   * @throws AppError RATE_LIMITED with `retry_after` in seconds.
   */
  take(name: ThrottleName, address: string, isLocal?: boolean): Settle;
}

/**
 * Tells an attempt's outcome, once: undefined for success, otherwise the error's key. Gives the attempt back if that
 * outcome does not count.
 * @throws AppError RATE_LIMITED for a miss beyond the limit.
 */
export type Settle = (outcome: ErrorKey | undefined) => void;

/** Failures that suggest guessing. A weak new password, for example, doesn't. */
const guesses: ReadonlySet<ErrorKey> = new Set([
  'INVALID_CREDENTIALS',
  'LINK_INVALID',
  'LINK_EXPIRED',
  'REFRESH_TOKEN_INVALID',
  'SECOND_FACTOR_INVALID',
  'PASSKEY_INVALID',
]);

const maxAddresses = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

export const createThrottle = (clock: Clock): Throttle => {
  // Use `maxSize`, not `max`: `max` preallocates.
  const windows = new LRUCache<string, Window>({ maxSize: maxAddresses, sizeCalculation: () => 1 });
  const count = (key: string, limit: number, windowMs: number): Window => {
    const known = windows.get(key);
    const window = known && known.endsAt > clock.now() ? known : { count: 0, endsAt: clock.now() + windowMs };
    if (window.count >= limit) {
      throw new AppError('RATE_LIMITED', { retry_after: Math.ceil((window.endsAt - clock.now()) / second) });
    }
    window.count += 1;
    windows.set(key, window);
    return window;
  };
  const giveBack = (key: string, window: Window): void => {
    window.count -= 1;
    if (window.count === 0 && windows.get(key) === window) windows.delete(key);
  };
  return {
    take(name, address, isLocal = false) {
      const rule = throttles[name];
      const limit = isLocal && 'localLimit' in rule ? rule.localLimit : rule.limit;
      // Forwarded requests may come from the same address as local ones, and share no count with them.
      const key = `${name} ${limit} ${addressGroup(address)}`;
      const isGuess = (outcome: ErrorKey | undefined): boolean => outcome !== undefined && guesses.has(outcome);
      if (rule.counts === 'miss') return (outcome) => void (isGuess(outcome) && count(key, limit, rule.windowMs));
      const window = count(key, limit, rule.windowMs);
      return (outcome) => {
        const isCounted = rule.counts === 'success' ? outcome === undefined : isGuess(outcome);
        if (!isCounted) giveBack(key, window);
      };
    },
  };
};

export const noThrottle: Throttle = { take: () => () => {} };
