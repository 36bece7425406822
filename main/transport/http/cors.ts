import type { IncomingMessage } from 'node:http';
import {
  apiPrefix,
  backgroundHeader,
  bearerToken,
  captchaHeader,
  deviceHeader,
  idempotencyHeader,
  oauthPrefix,
  replayedHeader,
  versionHeader,
} from '#shared/contract/http-names.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/**
 * What pages of other origins may ask of the provider. `read`: pages of any origin, since it is public. `call`: pages of single-page
 * applications, which bring their own tokens; no cookies count there. `send`: pages of any origin may send the browser there, and no more
 * than a question comes of it.
 */
const openToPages = {
  [`${oauthPrefix}/jwks`]: 'read',
  '/.well-known/openid-configuration': 'read',
  '/.well-known/oauth-authorization-server': 'read',
  [`${oauthPrefix}/token`]: 'call',
  [`${oauthPrefix}/userinfo`]: 'call',
  [`${oauthPrefix}/revoke`]: 'call',
  [`${oauthPrefix}/logout`]: 'send',
} as const satisfies Record<string, 'read' | 'call' | 'send'>;

/** Whether a target (without base path) decides by itself which origins may ask. */
export const isOpenToPages = ({ method, headers }: IncomingMessage, target: string): boolean => {
  const [path = ''] = target.split('?');
  const how = Object.hasOwn(openToPages, path) ? openToPages[path as keyof typeof openToPages] : undefined;
  return how === 'send'
    ? method === 'POST' && (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
    : how !== undefined;
};

/**
 * Cross-origin requests (CORS) from the pages of `--allowed-origins`. They may call the API with a bearer token, and do
 * nothing else: no cookies are allowed, because none count there.
 */
const isApi = (url: string): boolean => url.startsWith(`${apiPrefix}/`);

/** Browsers ask with OPTIONS before they send a request with a token. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const asksForToken = ({ headers }: IncomingMessage): boolean =>
  lowerAscii(headers['access-control-request-headers'] ?? '')
    .split(',')
    .some((name) => name.trim() === 'authorization');

/** Whether another origin may send this to a target (without base path), provided that it is allowed at all. */
export const isBearerCall = (request: IncomingMessage, target: string): boolean =>
  isApi(target) &&
  (isPreflight(request) ? asksForToken(request) : bearerToken(request.headers.authorization) !== undefined);

/** Lets the page read the response, with the headers that clients need. */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': `etag, link, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id, ${deviceHeader}, ${replayedHeader}, ${versionHeader}`,
  vary: 'origin',
});

const preflightSeconds = 600;

export const preflightHeaders = (origin: string): Record<string, string> => ({
  ...corsHeaders(origin),
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': `authorization, content-type, ${idempotencyHeader}, ${backgroundHeader}, ${deviceHeader}, ${captchaHeader}, if-match, if-none-match, traceparent, tracestate`,
  'access-control-max-age': String(preflightSeconds),
});
