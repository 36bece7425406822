import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { endOf, failureOf, isRenewable } from './problem.ts';

const refusal = (code: string, status: number, reason?: string) =>
  TRPCClientError.from({
    error: { message: code, code: -32001, data: { problem: { code, status, reason, request_id: 'req_1' } } },
  } as never);

test.each([
  ['SESSION_ENDED', 'revoked', { reason: 'revoked' }],
  ['SESSION_ENDED', 'from_the_future', { reason: undefined }],
  ['REFRESH_TOKEN_INVALID', undefined, { reason: undefined }],
  ['TOKEN_EXPIRED', undefined, undefined],
  ['UNAUTHENTICATED', undefined, undefined],
])('%s because of %s ends the session: %o', (code, reason, end) => {
  expect(endOf(refusal(code, 401, reason))).toEqual(end);
});

test.each([
  ['TOKEN_EXPIRED', 401, true],
  ['TOKEN_INVALID', 401, true],
  ['UNAUTHENTICATED', 401, true],
  ['TOKEN_INVALID', 400, false],
  ['SESSION_ENDED', 401, false],
])('%s with status %i may go away with a new token: %s', (code, status, expected) => {
  expect(isRenewable(refusal(code, status))).toBe(expected);
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  [false, 'castellan.example.org', 'offline'],
  [true, 'castellan.example.org', 'unreachable'],
  [false, '127.0.0.1', 'unreachable'],
  [false, 'localhost', 'unreachable'],
  [false, '[::1]', 'unreachable'],
])('with a network: %s, no answer from %s means %s', (onLine, hostname, kind) => {
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('location', { hostname });
  expect(failureOf(TRPCClientError.from(new TypeError('Failed to fetch')))).toMatchObject({ kind, unreachable: true });
});
