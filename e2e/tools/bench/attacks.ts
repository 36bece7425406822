import { randomBytes } from 'node:crypto';
import { type CrowdRequest, sendCrowd, sendSlowly } from './crowd.ts';
import type { Member } from './seed.ts';

/** What an attack may use besides the address of the service. */
export interface Loot {
  url: string;
  folder: string;
  /** Accounts of the attacker's own organization. */
  accomplices: readonly Member[];
  /** Of the innocent organization. */
  victims: readonly string[];
}

/** Seconds until an attack is measured. DECISION 0265: until then, its networks haven't guessed yet. */
export const headStarts: Readonly<Record<string, number>> = { 'passwords guessed from 50 networks': 40 };

/** Runs for some seconds. */
export type Attack = (loot: Loot, seconds: number) => Promise<unknown>;

const connections = 100;
/** Different requests of an attack, each from the next address. */
const variety = 2_000;

type From = (number: number) => string;
/** Addresses of one /24, and of 50 networks that have nothing in common. */
const oneNetwork =
  (network: number): From =>
  (number) =>
    `198.18.${network}.${number % 250}`;
const manyNetworks =
  (network: number): From =>
  (number) =>
    `${100 + (number % 50)}.${network}.0.${number % 7}`;

const junk = (): string => randomBytes(32).toString('base64url');
const refreshJunk = (): string => `sess_${junk().slice(0, 22)}.1.${junk().slice(0, 8)}.${junk()}`;
const credential = { id: junk(), response: { clientDataJSON: junk(), authenticatorData: junk(), signature: junk() } };

const flood =
  (
    request: (number: number, loot: Loot) => Omit<CrowdRequest, 'address'>,
    from: From,
    { tokens, count = variety }: { tokens?: (loot: Loot) => readonly string[]; count?: number } = {},
  ): Attack =>
  (loot, seconds) => {
    const requests = Array.from({ length: count }, (_, number) => ({
      ...request(number, loot),
      address: from(number),
    }));
    return sendCrowd(
      loot.url,
      loot.folder,
      { requests, connections, ...(tokens && { tokens: tokens(loot) }) },
      seconds,
    );
  };

const post = (path: string, body: (number: number, loot: Loot) => unknown) => (number: number, loot: Loot) =>
  ({ method: 'POST', path: `/api/v1${path}`, body: body(number, loot) }) as const;

const victimOf = (number: number, { victims }: Loot): string => victims[number % victims.length] ?? '';
const guess = post('/auth/login', (number, loot) => ({ email: victimOf(number, loot), password: junk() }));
const signUp = post('/auth/signup', () => ({
  ...{ email: `${junk()}@example.org`, name: 'Crowd', password: junk(), company_name: 'Crowd' },
}));
const reset = post('/auth/forgot-password', (number, loot) => ({
  email: number % 2 === 0 ? victimOf(number, loot) : `${junk()}@example.org`,
}));
const originOf = (url: string): string => `http://localhost:${new URL(url).port}`;
const askChallenge = post('/auth/passkey/challenge', (_number, { url }) => ({ origin: originOf(url) }));
const answerChallenge = post('/auth/passkey', () => ({ challenge_token: '$TOKEN', credential }));

/** Attacks that docs/security.md names, each by someone without an account unless it says otherwise. */
export const attacks: Readonly<Record<string, Attack>> = {
  'passwords guessed from one network': flood(guess, oneNetwork(1)),
  'passwords guessed from 50 networks': flood(guess, manyNetworks(2)),
  'sign-ups from one network': flood(signUp, oneNetwork(3)),
  'sign-ups from 50 networks': flood(signUp, manyNetworks(4)),
  'reset emails from 50 networks': flood(reset, manyNetworks(5)),
  'forged refresh tokens': flood(
    post('/auth/refresh', () => ({ refresh_token: refreshJunk() })),
    oneNetwork(6),
  ),
  'valid refresh tokens, by members': flood(
    post('/auth/refresh', () => ({ refresh_token: '$TOKEN' })),
    manyNetworks(7),
    { tokens: ({ accomplices }) => accomplices.map(({ refreshToken }) => refreshToken) },
  ),
  'passkey challenges': flood(askChallenge, manyNetworks(8)),
  'passkey challenges, each answered': flood(
    (number, loot) => (number % 2 === 0 ? askChallenge : answerChallenge)(number, loot),
    manyNetworks(9),
    { tokens: () => [] },
  ),
  'second factors guessed': flood(
    post('/auth/second-factor', () => ({ second_factor_token: junk(), code: '000000' })),
    manyNetworks(10),
  ),
  'invitations looked up': flood(
    post('/invitations/lookup', () => ({ token: junk() })),
    manyNetworks(11),
  ),
  'slow bodies': ({ url }, seconds) => sendSlowly(url, connections, seconds),
  'bodies of 300 kB': flood(
    post('/auth/login', () => ({ email: 'a'.repeat(300_000) })),
    manyNetworks(12),
    { count: 50 },
  ),
  'welcome page asked for': flood(() => ({ path: '/api/v1/welcome' }), manyNetworks(13)),
  'OpenAPI document asked for': flood(() => ({ path: '/api/v1/openapi.json' }), manyNetworks(14)),
  'console page asked for': flood(() => ({ path: '/' }), manyNetworks(15)),
  'scripts of the API reference asked for': flood(
    () => ({ path: '/api/docs/assets/swagger-ui-bundle.js' }),
    manyNetworks(16),
  ),
};

/** The same number of connections, of members who read their profile: the load that attacks are compared with. */
export const legitimateLoad: Attack = (loot, seconds) =>
  flood(
    (number) => ({ path: '/api/v1/users/me', token: loot.accomplices[number % loot.accomplices.length]?.accessToken }),
    manyNetworks(0),
  )(loot, seconds);
