/** Every constant of the seeds' "Limits" (seed 000 §8) and our answers where they say "not shown". */

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Lifetimes of tokens, sessions and accounts. */
export const lifetimesMs = {
  accessToken: 1 * hour,
  refreshToken: 30 * day,
  idleLogout: 30 * minute,
  verificationLink: 24 * hour,
  resetLink: 1 * hour,
  deletionGrace: 30 * day,
  /** DECISION: not shown in the seed. */
  invitation: 7 * day,
  /** DECISION: how long a restore token lives that a sign-in to an account pending deletion answers with. */
  restoreToken: 1 * hour,
  /** DECISION: how long somebody who gave the right password has to give the code of the second factor. */
  secondFactorToken: 5 * minute,
  /** DECISION: how long the old address may take a change of address back. */
  emailChangeCancelLink: 7 * day,
  /** DECISION: the immediate parent of a refresh token still gets the same successor for this long. */
  refreshGrace: 10 * second,
} as const;

export const passwordLimits = {
  /** Seed 000 §8. */
  minLength: 8,
  /** bcrypt reads no more than this many bytes of UTF-8. */
  maxBytes: 72,
} as const;

/** DECISION: the second factor is not shown in the seed. RFC 6238 with what every authenticator knows. */
export const totp = {
  digits: 6,
  /** Seconds. */
  periodSeconds: 30,
  /** Steps before and after the present one that are taken as well: clocks differ, and typing takes a while. */
  window: 1,
  recoveryCodes: 10,
} as const;

/** DECISION: API keys are not shown in the seed. */
export const apiKeyLimits = {
  perUser: 50,
  maxDays: 365,
  /** The last use is written this often at most, in milliseconds. */
  lastUsedDelayMs: 1 * minute,
} as const;

export const healthScore = { min: 0, max: 100 } as const;

/** DECISION: pagination is not shown in the seed. */
export const pagination = { defaultLimit: 100, maxLimit: 1_000 } as const;

/**
 * DECISION: operations on many people at once are not shown in the seed. People are handled one after the other, so that
 * a call does not outlast a client's patience; ids of a preview travel in an address, which has a bound of its own.
 */
export const bulkLimits = { items: 500, previewed: 200 } as const;

export const textLimits = { name: 200, email: 254, query: 200, token: 1_024 } as const;

/** Largest request body, in bytes. */
export const maxBodyBytes = 1_048_576;

/**
 * Consecutive failed sign-ins of one account: free tries, then a wait that doubles from `firstWaitMs` up to `maxWaitMs`
 * (milliseconds).
 */
export const accountLockout = { freeFailures: 5, firstWaitMs: 1 * second, maxWaitMs: 15 * minute } as const;

/**
 * Limits per socket address. `counts` says which outcome of the operation is counted; `windowMs` is how long.
 */
export const throttles = {
  sign_in: { limit: 100, windowMs: 15 * minute, counts: 'failure' },
  sign_up: { limit: 60, windowMs: 1 * hour, counts: 'success' },
  token_guess: { limit: 100, windowMs: 15 * minute, counts: 'failure' },
} as const;
export type ThrottleName = keyof typeof throttles;

/** Mails to one recipient of one kind; beyond it the answer stays the same and no mail is sent. */
export const mailThrottle = { limit: 3, windowMs: 10 * minute } as const;
