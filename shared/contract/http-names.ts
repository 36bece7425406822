/** The paths and headers of the HTTP interface that more than one side spells. Headers are in lower case. */

/** Where the HTTP API begins (seed 000 §4). */
export const apiPrefix = '/api/v1';

/** Where the console calls the same operations. */
export const trpcPrefix = '/trpc';

/** Where applications sign people in (OAuth 2 and OpenID Connect). */
export const oauthPrefix = '/oauth2';

/**
 * Where reverse proxies ask who may open what, with the ID of the application behind the first one, and where browsers sign in on their
 * way there.
 */
export const forwardAuthPaths = {
  check: '/forward-auth/check',
  /** Behind the ID for nginx, whose `auth_request` follows no redirect. */
  authRequest: '/auth-request',
  signIn: '/forward-auth/sign-in',
  /** What the sign-in page shows. */
  asked: '/forward-auth/sign-in/asked',
  goOn: '/forward-auth/sign-in/go-on',
} as const;

/** The API reference. */
export const referencePath = '/api/docs';

/** For whoever watches over the process (docs/operating.md). */
export const statePaths = { health: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

/** Whether a path is one of these prefixes, or below it. */
export const isBelow = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/** Names a request, so that it can be sent again. */
export const idempotencyHeader = 'idempotency-key';

/** Says that an answer is one that an earlier request got. */
export const replayedHeader = 'idempotency-replayed';

/** By it, a device is known again, in requests and answers (DECISION 0263). */
export const deviceHeader = 'castellan-device';

/** Which version of Castellan answers. */
export const versionHeader = 'castellan-version';

/** The solution of a challenge: JSON in base64, see shared/rules/captcha.ts. */
export const captchaHeader = 'castellan-captcha';

/** Says that no one asked for this request, so it isn't activity of its session. */
export const backgroundHeader = 'x-castellan-background';

/** The value of an Authorization header that carries a token. */
export const bearer = (token: string): string => `Bearer ${token}`;

/** The token of an Authorization header; undefined if it carries none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
