/**
 * Every constant of the seeds' "Limits" (seed 000 §8), and our values where they say "not shown". One file, however long: whoever asks
 * what is bounded finds it here, and a test compares each with its decision.
 */

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Lifetimes of tokens, sessions and accounts. */
export const lifetimesMs = {
  accessToken: 1 * hour,
  refreshToken: 30 * day,
  /** DECISION 0341: one that a service account was given for its client secret. */
  clientToken: 15 * minute,
  idleLogout: 30 * minute,
  verificationLink: 24 * hour,
  resetLink: 1 * hour,
  signInLink: 15 * minute,
  deletionGrace: 30 * day,
  /** DECISION 0013: not shown in the seed. */
  invitation: 7 * day,
  /** DECISION 0012: lifetime of the restore token returned by a sign-in to an account pending deletion. */
  restoreToken: 1 * hour,
  /** DECISION 0022: time to enter the second-factor code after the correct password. */
  secondFactorToken: 5 * minute,
  /** DECISION 0190: time to answer the challenge for a passkey. */
  passkeyChallenge: 5 * minute,
  /** For slow phones, and for people who let a form stand. */
  captcha: 10 * minute,
  /** DECISION 0258: how long signing in, or a confirmation since, covers sensitive changes. */
  confirmation: 10 * minute,
  /** DECISION 0015: how long the old address can cancel an email change. */
  emailChangeCancelLink: 7 * day,
  /** DECISION 0259: how long a new passkey, authenticator app, API key or owner can be undone. */
  undoLink: 7 * day,
  /** DECISION 0008: for this long, the immediate parent of a refresh token still gets the same successor. */
  refreshGrace: 10 * second,
  /** DECISION 0263: how long a device is known after a sign-in. */
  knownDevice: 180 * day,
  /** DECISIONS 0332 and 0340: time to sign in on the way to an application: longer than a link by email is good. */
  applicationSignIn: 20 * minute,
  /** DECISION 0340: time that a browser has to open the address which leads back to a protected host. */
  protectedHostCode: 1 * minute,
  /** DECISION 0115: how long a request with the same Idempotency-Key gets the same answer. */
  idempotencyKey: 24 * hour,
} as const;

/** DECISION 0340: characters of an address at a protected host that a browser is led back to. */
export const maxProtectedTarget = 2_000;

/** DECISION 0309: how many of them an account may have at a time. */
export const maxIdempotencyKeys = 50_000;

export const passwordLimits = {
  /** Seed 000 §8. */
  minLength: 8,
  /** Characters. */
  maxLength: 1_000,
} as const;

/**
 * DECISION 0022: the second factor is not shown in the seed. RFC 6238, with parameters that every authenticator app
 * supports.
 */
export const totp = {
  digits: 6,
  /** Seconds. */
  periodSeconds: 30,
  /** Also accept codes this many steps before and after the current one: clocks drift, and typing takes time. */
  window: 1,
  recoveryCodes: 10,
} as const;

/** DECISION 0023: API keys are not shown in the seed. */
export const apiKeyLimits = {
  perUser: 50,
  maxDays: 365,
  /** How long a key still works after it was rolled. */
  maxOverlapHours: 7 * 24,
  defaultOverlapHours: 24,
  /** Write the last use at most this often, in milliseconds. */
  lastUsedDelayMs: 1 * minute,
} as const;

/** DECISION 0317: how many service accounts an organization has, and what each of them has. Keys live as API keys do. */
export const serviceAccountLimits = { perTenant: 100, keys: 10, addresses: 50, workspaces: 200 } as const;

/** DECISION 0300: how many groups an organization has. */
export const groupLimits = { perTenant: 20_000 } as const;

/** DECISION 0307: how many custom roles an organization has. */
export const customRoleLimits = { perTenant: 200 } as const;

/**
 * DECISION 0336: how many applications an organization has, and what each of them has. `named`: groups, and custom roles, that may use
 * it. `uris`: to come back to after a sign-in, and after signing out. `overlapDays`: how long a secret works beside the next one.
 */
export const applicationLimits = {
  perTenant: 200,
  uris: 20,
  secrets: 5,
  pathRules: 50,
  named: 50,
  overlapDays: { max: 30, default: 7 },
  /** Days of which sign-ins are shown. */
  signInDays: 30,
} as const;

/** DECISION 0190: passkeys are not shown in the seed. `binaryLength`: characters of each part of an answer. */
export const passkeyLimits = { perUser: 20, binaryLength: 16_384 } as const;

/** DECISION 0320: how many devices someone trusts. A further one takes the place of the oldest. */
export const trustedDevicesPerUser = 20;

export const healthScore = { min: 0, max: 100 } as const;

/** DECISION 0007: pagination is not shown in the seed. */
export const pagination = { defaultLimit: 100, maxLimit: 1_000 } as const;

/**
 * DECISION 0020: bulk operations are not shown in the seed. Items are processed one at a time, so the cap keeps a call
 * within a client's timeout. A preview's ids travel in the URL, which has a length limit of its own.
 */
export const bulkLimits = { items: 500, previewed: 200 } as const;

/**
 * DECISION 0082: servers of one account at the hosting provider, deleted ones included, and how many of them a sync
 * writes before others get their turn. `tags`: of one server.
 */
export const serverLimits = { perAccount: 5_000, perTransaction: 100, tags: 10, tagLength: 32 } as const;

/** Characters of text fields. `listedEmail`: an entry of a bulk invitation, which may hold anything. */
export const textLimits = {
  name: 200,
  email: 254,
  description: 500,
  listedEmail: 100_000,
  /** Where a page of a list ends, as the service wrote it. */
  cursor: 4_000,
  query: 200,
  token: 1_024,
  /** Of an authenticator app, or for recovery. */
  code: 64,
  /** Of a server that the desktop app connects to. */
  remoteName: 60,
  url: 2_048,
  /** An IP address or network. */
  addressRange: 64,
  /** Of a protected application, with a port. */
  host: 260,
  protectedPath: 500,
} as const;

/** Of the passphrase that encrypts the keys in backups, in characters. */
export const backupPassphraseLength = { min: 12, max: 1_000 } as const;

/** Largest request bodies, in bytes: of most operations, of those that take lists, and of those that take files. */
export const bodyLimits = { standard: 65_536, list: 262_144, file: 1_572_864 } as const;

/** What an error may hold: invalid fields, and characters of each path and of the detail. */
export const errorLimits = { fields: 20, pathLength: 100, detailLength: 2_000 } as const;

/** DECISION 0311: events that other programs are told. Milliseconds, unless the name says otherwise. */
export const eventLimits = {
  /** Destinations of an organization. */
  perTenant: 20,
  /** Longest wait of a poll for new events, in seconds, and how many an organization may have open. */
  maxWaitSeconds: 25,
  pollsPerTenant: 50,
  /** Deliveries of one destination that may wait; further events stay in the log until there is room. */
  waiting: 1_000,
  /** Attempts that are under way at a time, for one destination and for all of an organization. */
  atOnce: 5,
  atOncePerTenant: 10,
  /** How long the other side may take to answer. */
  answerMs: 15 * second,
  /** Time before each further attempt to deliver an event. Then it counts as failed. */
  retriesMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour, 22 * hour],
  /** A destination that has taken nothing for this long is turned off. */
  disabledAfterMs: 3 * day,
  /** How long an event waits for an earlier one about the same object. */
  orderMs: 5 * minute,
  /** How long a new secret's predecessor still signs, in hours. */
  defaultOverlapHours: 24,
  maxOverlapHours: 7 * 24,
  /** How long the log of deliveries is kept. */
  deliveriesKeptMs: 30 * day,
} as const;

/** DECISION 0343: what applications are told when a session ends. */
export const logoutLimits = {
  /** Time before each further attempt; the last one repeats. */
  retriesMs: [5 * second, 1 * minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
  /** A notice that couldn't be delivered for this long is given up. */
  keptMs: 3 * day,
  /** How long a logout token is valid. */
  tokenMs: 2 * minute,
} as const;

/** DECISION 0145: streams of changes that consoles may keep open, see main/live. One browser needs one. */
export const liveLimits = {
  perUser: 20,
  perTenant: 2_000,
  retryAfterSeconds: 60,
  /** Bytes that a console may leave unread before its stream ends. */
  unreadBytes: 65_536,
} as const;

/** A connection whose client takes nothing of a waiting answer for this long is closed. */
export const unreadAnswerMs = 20 * second;

/** What is read of a body after its answer: bytes, and milliseconds. Then the connection is closed. */
export const unreadBodyLimits = { bytes: 4_194_304, waitMs: 5 * second } as const;

/**
 * DECISION 0265: requests of strangers, and of people who are signed in, that begin in one turn of the event loop. Of each,
 * `total` may wait, and `perKey` of one network or organization, for at most `waitMs`.
 */
export const requestTurns = {
  atOnce: { strangers: 2, members: 16 },
  total: 8_192,
  perKey: 2_048,
  waitMs: 10 * second,
  retryAfterSeconds: 5,
} as const;

/** Reads that the console may send in one request. */
export const maxBatchedReads = 20;

/** A connection with more unanswered requests than this is closed. */
export const maxPipelinedRequests = 10;

/**
 * Consecutive failed sign-ins of one account: free attempts, then a delay that doubles from `firstWaitMs` up to
 * `maxWaitMs` (milliseconds).
 */
export const accountLockout = {
  freeFailures: 5,
  firstWaitMs: 1 * second,
  maxWaitMs: 15 * minute,
  /** DECISION 0263: wrong guesses in a row after which a known device counts like any other. */
  deviceFailures: 10,
  /** The same of all known devices of an account together: whoever has known its password may have collected any number. */
  devicesFailures: 50,
  /** Wrong passwords in a row, where a signed-in user has to enter it again, that end the session. */
  endSessionFailures: 20,
} as const;

interface NetworkStep {
  /** Length of the prefix. */
  readonly bits: number;
  /** How many times the limit of one address all of its addresses together have. */
  readonly allowance: number;
}

/**
 * DECISION 0262: what counts as one sender, the widest first. Whoever has one address of IPv6 has all of its /64, a
 * household often a /56, a company a /48, and a provider a /32.
 */
export const networkSteps: Readonly<Record<'ipv4' | 'ipv6', readonly [NetworkStep, ...NetworkStep[]]>> = {
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
};

/**
 * Limits per address; a network around it is allowed a multiple. `counts` says which outcome of the operation counts;
 * `windowMs` is the length of the window. A `miss` is a failure that is counted afterwards: a token of 256 bits cannot be guessed in any number of
 * attempts, so others' guesses must not keep a valid one from being accepted. `localLimit` is for requests from this
 * machine that no proxy has forwarded, such as those of a test suite.
 */
export const throttles = {
  sign_in: { limit: 100, windowMs: 15 * minute, counts: 'failure' },
  sign_up: { limit: 60, localLimit: 1_000, windowMs: 1 * hour, counts: 'success' },
  /** A sample is made on this machine only, and each replaces the one before. */
  sample: { limit: 60, windowMs: 1 * hour, counts: 'success' },
  mail_request: { limit: 30, windowMs: 15 * minute, counts: 'success' },
  slug_guess: { limit: 100, windowMs: 15 * minute, counts: 'miss' },
  token_guess: { limit: 100, windowMs: 15 * minute, counts: 'miss' },
  /**
   * Steps of sign-ins to applications, other than what an application sends with its secret. Each stores something, and a sign-in takes up to
   * three.
   */
  authorization: { limit: 600, windowMs: 15 * minute, counts: 'success' },
  /**
   * Requests of applications that fail before they have proved who they are: wrong secrets, and codes and tokens of applications without a
   * secret. Once one has proved it, nothing counts: all people of an application come from the address of its server, and each of them can
   * have it send codes that aren't any. Codes and tokens of 256 bits can't be guessed in any number of attempts.
   */
  token_request: { limit: 300, windowMs: 15 * minute, counts: 'failure' },
} as const;
export type ThrottleName = keyof typeof throttles;

/**
 * DECISION 0080: password checks that may wait, in each of two lanes: sign-ins by address, and confirmations by
 * organization. `perUser` holds for confirmations.
 */
export const passwordQueue = {
  total: 256,
  perKey: 128,
  perUser: 2,
  waitMs: 30 * second,
  retryAfterSeconds: 5,
} as const;

/**
 * DECISION 0265: networks with none, one, and so on up to `told` or more wrong passwords each get as many turns. This is
 * remembered of `kept` networks, for `rememberedMs` after the last one.
 */
export const guessers = { told: 2, kept: 20_000, rememberedMs: 15 * minute } as const;

/** DECISION 0290: wrong passwords before a sign-in asks for a proof of work, and the largest number that it may take to find. */
export const captcha = { freeFailures: 3, maxNumber: 200_000 } as const;

/**
 * DECISION 0289: password hashes of other systems. Each sign-in computes one of each kind that is stored, so these bound what
 * anyone can make the server do. At most `atOnce` are computed at a time, each with at most `memoryBytes`.
 */
export const importedHashes = {
  kinds: 3,
  atOnce: 2,
  memoryBytes: 128 * 2 ** 20,
  /** Kibibytes of memory times passes. */
  argon2MaxWork: 400_000,
  argon2MaxLanes: 16,
  /** N × r × p. */
  scryptMaxWork: 2 ** 20,
  pbkdf2MaxIterations: 1_500_000,
  saltBytes: 64,
  hashBytes: [16, 64],
} as const;

/**
 * DECISION 0058: verifications of audit logs. A call answers after `answerMs` what is known by then, and the next one
 * goes on from there unless `keptMs` have passed.
 */
export const auditVerifying = {
  atOnce: 2,
  waiting: 256,
  answerMs: 20 * second,
  keptMs: 10 * minute,
  retryAfterSeconds: 5,
} as const;

/** Emails of one kind to one recipient. Beyond the limit the answer stays the same, but no email is sent. */
export const mailThrottle = { limit: 3, windowMs: 10 * minute } as const;

/**
 * DECISION 0259: notices in one window. `links` counts those with a link that undoes what one session added to its account:
 * an earlier link ends what came later, too. `others` counts those of one kind that one person's actions cause for a recipient.
 */
export const noticeThrottle = { links: 20, others: 10, windowMs: 1 * day } as const;

/**
 * DECISION 0081: emails in 24 hours. `perTenant` counts all emails of an organization; invitations and changes of address
 * beyond it are refused. `perRecipient` counts invitations to one address, whoever sends them.
 */
export const mailQuotas = { perTenant: 1_000, perRecipient: 20, windowMs: 1 * day } as const;
