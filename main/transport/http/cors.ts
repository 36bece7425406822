import type { IncomingMessage } from 'node:http';
import {
  apiPrefix,
  backgroundHeader,
  bearerToken,
  captchaHeader,
  deviceHeader,
  idempotencyHeader,
  replayedHeader,
  versionHeader,
} from '#shared/contract/http-names.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

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
