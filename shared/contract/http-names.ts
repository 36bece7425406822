/** The paths and headers of the HTTP interface that more than one side spells. Headers are in lower case. */

/** Where the HTTP API begins (seed 000 §4). */
export const apiPrefix = '/api/v1';

/** Where the console calls the same operations. */
export const trpcPrefix = '/trpc';

/** Where applications sign people in (OAuth 2 and OpenID Connect). */
export const oauthPrefix = '/oauth2';

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
