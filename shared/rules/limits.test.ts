import { expect, it } from 'vitest';
import * as limits from './limits.ts';

it('match seed 000 §8 to the second', () => {
  const { lifetimesMs, passwordLimits, healthScore } = limits;
  const seconds = (milliseconds: number) => milliseconds / 1000;
  expect(passwordLimits.minLength).toBe(8);
  expect(seconds(lifetimesMs.accessToken)).toBe(3_600);
  expect(seconds(lifetimesMs.refreshToken)).toBe(2_592_000);
  expect(seconds(lifetimesMs.idleLogout)).toBe(1_800);
  expect(seconds(lifetimesMs.verificationLink)).toBe(86_400);
  expect(seconds(lifetimesMs.resetLink)).toBe(3_600);
  expect(seconds(lifetimesMs.deletionGrace)).toBe(2_592_000);
  expect(lifetimesMs.applicationSignIn).toBeGreaterThan(lifetimesMs.signInLink);
  expect(healthScore).toEqual({ min: 0, max: 100 });
});

it('match the decisions, each and every one', () => {
  const { second, minute, hour, day, ...all } = limits;
  expect([second, minute, hour, day]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]);
  expect(all).toEqual({
    accountLockout: {
      freeFailures: 5,
      firstWaitMs: 1_000,
      maxWaitMs: 900_000,
      deviceFailures: 10,
      devicesFailures: 50,
      endSessionFailures: 20,
    },
    eventLimits: {
      perTenant: 20,
      maxWaitSeconds: 25,
      pollsPerTenant: 50,
      waiting: 1_000,
      atOnce: 5,
      atOncePerTenant: 10,
      answerMs: 15_000,
      retriesMs: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 64_800_000, 79_200_000],
      disabledAfterMs: 259_200_000,
      orderMs: 300_000,
      defaultOverlapHours: 24,
      maxOverlapHours: 168,
      deliveriesKeptMs: 2_592_000_000,
    },
    apiKeyLimits: { perUser: 50, maxDays: 365, maxOverlapHours: 168, defaultOverlapHours: 24, lastUsedDelayMs: 60_000 },
    applicationLimits: {
      ...{ perTenant: 200, uris: 20, secrets: 5, pathRules: 50, named: 50, signInDays: 30 },
      overlapDays: { max: 30, default: 7 },
    },
    auditVerifying: { atOnce: 2, waiting: 256, answerMs: 20_000, keptMs: 600_000, retryAfterSeconds: 5 },
    backupPassphraseLength: { min: 12, max: 1_000 },
    bodyLimits: { standard: 65_536, list: 262_144, file: 1_572_864 },
    bulkLimits: { items: 500, previewed: 200 },
    errorLimits: { fields: 20, pathLength: 100, detailLength: 2_000 },
    guessers: { told: 2, kept: 20_000, rememberedMs: 900_000 },
    healthScore: { min: 0, max: 100 },
    importedHashes: {
      kinds: 3,
      atOnce: 2,
      memoryBytes: 134_217_728,
      argon2MaxWork: 400_000,
      argon2MaxLanes: 16,
      scryptMaxWork: 1_048_576,
      pbkdf2MaxIterations: 1_500_000,
      saltBytes: 64,
      hashBytes: [16, 64],
    },
    lifetimesMs: {
      accessToken: 3_600_000,
      refreshToken: 2_592_000_000,
      idleLogout: 1_800_000,
      verificationLink: 86_400_000,
      resetLink: 3_600_000,
      signInLink: 900_000,
      deletionGrace: 2_592_000_000,
      invitation: 604_800_000,
      restoreToken: 3_600_000,
      secondFactorToken: 300_000,
      passkeyChallenge: 300_000,
      captcha: 600_000,
      applicationSignIn: 1_200_000,
      clientToken: 900_000,
      protectedHostCode: 60_000,
      confirmation: 600_000,
      emailChangeCancelLink: 604_800_000,
      undoLink: 604_800_000,
      refreshGrace: 10_000,
      knownDevice: 15_552_000_000,
      idempotencyKey: 86_400_000,
    },
    liveLimits: { perUser: 20, perTenant: 2_000, retryAfterSeconds: 60, unreadBytes: 65_536 },
    logoutLimits: {
      retriesMs: [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000],
      keptMs: 259_200_000,
      tokenMs: 120_000,
    },
    mailQuotas: { perTenant: 1_000, perRecipient: 20, windowMs: 86_400_000 },
    mailThrottle: { limit: 3, windowMs: 600_000 },
    maxBatchedReads: 20,
    maxIdempotencyKeys: 50_000,
    maxPipelinedRequests: 10,
    networkSteps: {
      ipv4: [
        { bits: 16, allowance: 64 },
        { bits: 24, allowance: 8 },
        { bits: 32, allowance: 1 },
      ],
      ipv6: [
        { bits: 32, allowance: 64 },
        { bits: 48, allowance: 16 },
        { bits: 56, allowance: 4 },
        { bits: 64, allowance: 1 },
      ],
    },
    noticeThrottle: { links: 20, others: 10, windowMs: 86_400_000 },
    pagination: { defaultLimit: 100, maxLimit: 1_000 },
    passkeyLimits: { perUser: 20, binaryLength: 16_384 },
    passwordLimits: { minLength: 8, maxLength: 1_000 },
    passwordQueue: { total: 256, perKey: 128, perUser: 2, waitMs: 30_000, retryAfterSeconds: 5 },
    requestTurns: {
      atOnce: { strangers: 2, members: 16 },
      total: 8_192,
      perKey: 2_048,
      waitMs: 10_000,
      retryAfterSeconds: 5,
    },
    serverLimits: { perAccount: 5_000, perTransaction: 100, tags: 10, tagLength: 32 },
    groupLimits: { perTenant: 20_000 },
    trustedDevicesPerUser: 20,
    maxProtectedTarget: 2_000,
    captcha: { freeFailures: 3, maxNumber: 200_000 },
    customRoleLimits: { perTenant: 200 },
    serviceAccountLimits: { perTenant: 100, keys: 10, addresses: 50, workspaces: 200 },
    textLimits: {
      addressRange: 64,
      host: 260,
      protectedPath: 500,
      name: 200,
      email: 254,
      description: 500,
      listedEmail: 100_000,
      cursor: 4_000,
      query: 200,
      token: 1_024,
      code: 64,
      remoteName: 60,
      url: 2_048,
    },
    throttles: {
      sign_in: { limit: 100, windowMs: 900_000, counts: 'failure' },
      sign_up: { limit: 60, localLimit: 1_000, windowMs: 3_600_000, counts: 'success' },
      sample: { limit: 60, windowMs: 3_600_000, counts: 'success' },
      mail_request: { limit: 30, windowMs: 900_000, counts: 'success' },
      slug_guess: { limit: 100, windowMs: 900_000, counts: 'miss' },
      token_guess: { limit: 100, windowMs: 900_000, counts: 'miss' },
      authorization: { limit: 600, windowMs: 900_000, counts: 'success' },
      token_request: { limit: 300, windowMs: 900_000, counts: 'failure' },
    },
    totp: { digits: 6, periodSeconds: 30, window: 1, recoveryCodes: 10 },
    unreadAnswerMs: 20_000,
    unreadBodyLimits: { bytes: 4_194_304, waitMs: 5_000 },
  });
});
