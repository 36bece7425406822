import { describe, expect, it } from 'vitest';
import {
  accountLockout,
  apiKeyLimits,
  healthScore,
  lifetimes,
  mailThrottle,
  pagination,
  passwordLimits,
  throttles,
  totp,
} from './limits.ts';

const seconds = (milliseconds: number) => milliseconds / 1000;

describe('the limits of seed 000 §8', () => {
  it('are the seed’s, to the second', () => {
    expect(passwordLimits.minLength).toBe(8);
    expect(seconds(lifetimes.accessToken)).toBe(3_600);
    expect(seconds(lifetimes.refreshToken)).toBe(2_592_000);
    expect(seconds(lifetimes.idleLogout)).toBe(1_800);
    expect(seconds(lifetimes.verificationLink)).toBe(86_400);
    expect(seconds(lifetimes.resetLink)).toBe(3_600);
    expect(seconds(lifetimes.deletionGrace)).toBe(2_592_000);
    expect(healthScore).toEqual({ min: 0, max: 100 });
  });
});

describe('the limits that the seed does not show', () => {
  it('are those of the decisions', () => {
    expect(seconds(lifetimes.invitation)).toBe(604_800);
    expect(seconds(lifetimes.refreshGrace)).toBe(10);
    expect(seconds(lifetimes.secondFactorToken)).toBe(300);
    expect(totp).toEqual({ digits: 6, period: 30, window: 1, recoveryCodes: 10 });
    expect(apiKeyLimits).toEqual({ perUser: 50, maxDays: 365, lastUsedDelay: 60_000 });
    expect(passwordLimits.maxBytes).toBe(72);
    expect(pagination).toEqual({ defaultLimit: 100, maxLimit: 1_000 });
    expect(mailThrottle).toEqual({ limit: 3, window: 600_000 });
    expect(accountLockout).toEqual({ freeFailures: 5, firstWait: 1_000, maxWait: 900_000 });
    expect(throttles).toEqual({
      sign_in: { limit: 100, window: 900_000, counts: 'failure' },
      sign_up: { limit: 60, window: 3_600_000, counts: 'success' },
      token_guess: { limit: 100, window: 900_000, counts: 'failure' },
    });
  });
});
