import { type ThrottleName, throttles } from '#shared/rules/limits.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import { networksOf } from '../platform/address-group.ts';
import type { AttemptCounts } from './attempt-counts.ts';

/**
 * Rate limits per address and the networks around it, counted by outcome. DECISION 0011: hand-written, because the window must follow the
 * injected clock.
 */
export interface Throttle {
  /**
   * Counts an attempt before it is judged, so that attempts at the same time cannot exceed the limit together. Misses
   * are only counted once they are known, so that a valid token is never refused because of others' guesses.
   * @param isLocal whether this machine sent the request, and no proxy forwarded it
   * @throws AppError RATE_LIMITED with `retry_after` in seconds.
   */
  take(name: ThrottleName, address: string, isLocal?: boolean): Promise<Settle>;
}

/** Undefined for success, otherwise the error's key, or that it doesn't count, whatever came of it. */
export type Outcome = ErrorKey | 'NOT_COUNTED' | undefined;

/**
 * Tells an attempt's outcome, once. Gives the attempt back if that outcome does not count.
 * @throws AppError RATE_LIMITED for a miss beyond the limit.
 */
export type Settle = (outcome: Outcome) => Promise<void>;

/** Failures that suggest guessing. A weak new password, for example, doesn't. */
const guesses: ReadonlySet<Outcome> = new Set([
  'INVALID_CREDENTIALS',
  'LINK_INVALID',
  'NOT_FOUND',
  'LINK_EXPIRED',
  'REFRESH_TOKEN_INVALID',
  'SECOND_FACTOR_INVALID',
  'PASSKEY_INVALID',
]);

export const createThrottle = (counts: AttemptCounts): Throttle => ({
  async take(name, address, isLocal = false) {
    const rule = throttles[name];
    const limit = isLocal && 'localLimit' in rule ? rule.localLimit : rule.limit;
    // Forwarded requests may come from the same address as local ones, and share no count with them.
    const counted = networksOf(address).map((network) => ({
      subject: `${name} ${limit} ${network.name}`,
      limit: limit * network.allowance,
    }));
    if (rule.counts === 'miss') {
      return async (outcome) => {
        if (guesses.has(outcome)) await counts.add(counted, rule.windowMs);
      };
    }
    const giveBack = await counts.add(counted, rule.windowMs);
    return async (outcome) => {
      const isCounted = rule.counts === 'success' ? outcome === undefined : guesses.has(outcome);
      if (!isCounted) await giveBack();
    };
  },
});

export const noThrottle: Throttle = { take: async () => async () => {} };
