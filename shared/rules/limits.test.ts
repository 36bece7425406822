import { describe, expect, it } from 'vitest';
import {
  accountLockout,
  apiKeyLimits,
  bodyLimits,
  bulkLimits,
  healthScore,
  lifetimesMs,
  mailQuotas,
  mailThrottle,
  pagination,
  passwordLimits,
  passwordQueue,
  serverLimits,
  textLimits,
  throttles,
  totp,
} from './limits.ts';

const seconds = (milliseconds: number) => milliseconds / 1000;

describe('the limits of seed 000 §8', () => {
  it('match the seed to the second', () => {
    expect(passwordLimits.minLength).toBe(8);
    expect(seconds(lifetimesMs.accessToken)).toBe(3_600);
    expect(seconds(lifetimesMs.refreshToken)).toBe(2_592_000);
    expect(seconds(lifetimesMs.idleLogout)).toBe(1_800);
    expect(seconds(lifetimesMs.verificationLink)).toBe(86_400);
    expect(seconds(lifetimesMs.resetLink)).toBe(3_600);
    expect(seconds(lifetimesMs.deletionGrace)).toBe(2_592_000);
    expect(healthScore).toEqual({ min: 0, max: 100 });
  });
});

describe('the limits beyond the seed', () => {
  it('match the decisions', () => {
    expect(seconds(lifetimesMs.invitation)).toBe(604_800);
    expect(seconds(lifetimesMs.refreshGrace)).toBe(10);
    expect(seconds(lifetimesMs.restoreToken)).toBe(3_600);
    expect(seconds(lifetimesMs.emailChangeCancelLink)).toBe(604_800);
    expect(seconds(lifetimesMs.secondFactorToken)).toBe(300);
    expect(totp).toEqual({ digits: 6, periodSeconds: 30, window: 1, recoveryCodes: 10 });
    expect(apiKeyLimits).toEqual({ perUser: 50, maxDays: 365, lastUsedDelayMs: 60_000 });
    expect(passwordLimits.maxLength).toBe(1_000);
    expect(pagination).toEqual({ defaultLimit: 100, maxLimit: 1_000 });
    expect(bulkLimits).toEqual({ items: 500, previewed: 200 });
    expect(serverLimits).toEqual({ perAccount: 5_000, perTransaction: 100 });
    expect(textLimits).toEqual({
      name: 200,
      email: 254,
      description: 500,
      listedEmail: 100_000,
      query: 200,
      token: 1_024,
    });
    expect(mailQuotas).toEqual({ perTenant: 1_000, perRecipient: 20, windowMs: 86_400_000 });
    expect(passwordQueue).toEqual({ total: 256, perKey: 128, perUser: 2, waitMs: 30_000, retryAfterSeconds: 5 });
    expect(bodyLimits).toEqual({ standard: 65_536, list: 262_144, file: 1_572_864 });
    expect(mailThrottle).toEqual({ limit: 3, windowMs: 600_000 });
    expect(accountLockout).toEqual({
      freeFailures: 5,
      firstWaitMs: 1_000,
      maxWaitMs: 900_000,
      deviceFailures: 10,
      devicesFailures: 50,
      endSessionFailures: 20,
    });
    expect(throttles).toEqual({
      sign_in: { limit: 100, windowMs: 900_000, counts: 'failure' },
      sign_up: { limit: 60, localLimit: 1_000, windowMs: 3_600_000, counts: 'success' },
      sample: { limit: 60, windowMs: 3_600_000, counts: 'success' },
      mail_request: { limit: 30, windowMs: 900_000, counts: 'success' },
      token_guess: { limit: 100, windowMs: 900_000, counts: 'miss' },
    });
  });
});
