import type { FastifyReply } from 'fastify';
import { AppError, type PlainKey, type Problem, toProblem } from '#shared/texts/errors.ts';
import { toAppError } from '../../platform/app-error.ts';
import { reached } from './route-limits.ts';

export const problemType = 'application/problem+json';

/** What RFC 6750 calls an invalid token. A wrong password is none. */
const invalidTokens: readonly string[] = ['TOKEN_INVALID', 'TOKEN_EXPIRED', 'SESSION_ENDED'];

/** Headers that an error needs in addition to its problem document. */
export const problemHeaders = ({ status, code, retry_after, allow, scope, etag }: Problem): Record<string, string> => ({
  'content-type': `${problemType}; charset=utf-8`,
  'cache-control': 'no-store',
  ...(status === 401 && {
    'www-authenticate': invalidTokens.includes(code) ? 'Bearer error="invalid_token"' : 'Bearer',
  }),
  ...(scope && { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }),
  ...(etag && { etag }),
  ...(retry_after !== undefined && { 'retry-after': String(retry_after) }),
  ...(allow && { allow: allow.join(', ') }),
});

export const sendProblem = (reply: FastifyReply, error: AppError, requestId: string): FastifyReply => {
  const problem = toProblem(error, requestId);
  const limit = reply.routeOptions?.config?.limit;
  const { retry_after } = problem;
  if (error.key === 'RATE_LIMITED' && limit && 'throttle' in limit && limit.throttle && retry_after !== undefined) {
    reply.header('ratelimit', reached(limit.throttle, retry_after));
  }
  return reply.code(problem.status).headers(problemHeaders(problem)).send(JSON.stringify(problem));
};

/** Maps the framework's own error codes. */
const frameworkErrors: Record<string, PlainKey> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** Turns an error of a handler or of the framework into the one that callers see. */
export const httpError = (error: unknown): AppError => {
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkErrors[code];
  if (known) return new AppError(known);
  if (!(error instanceof AppError) && statusCode === 400) return new AppError('MALFORMED_BODY', {}, { cause: error });
  return toAppError(error);
};
