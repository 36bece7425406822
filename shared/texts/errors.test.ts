import { describe, expect, it } from 'vitest';
import { operations } from '../contract/index.ts';
import { AppError, codeOf, type ErrorKey, errors, toProblem } from './errors.ts';

const keys = Object.keys(errors) as ErrorKey[];

describe('the table of errors', () => {
  it.each(keys)('%s has a 4xx or 5xx status, a title and an UPPER_SNAKE code', (key) => {
    expect(errors[key].status).toBeGreaterThanOrEqual(400);
    expect(errors[key].status).toBeLessThan(600);
    expect(errors[key].title).toMatch(/^\S.*[^.]$/);
    expect(codeOf(key)).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
  });

  it('keeps the statuses that other tools rely on', () => {
    const byStatus = Object.groupBy(keys, (key) => errors[key].status);
    expect(byStatus).toMatchObject({
      401: [
        'UNAUTHENTICATED',
        'TOKEN_INVALID',
        'TOKEN_EXPIRED',
        'SESSION_ENDED',
        'INVALID_CREDENTIALS',
        'REFRESH_TOKEN_INVALID',
      ],
      404: ['NOT_FOUND', 'MEMBER_NOT_FOUND'],
      405: ['METHOD_NOT_ALLOWED'],
      408: ['REQUEST_TIMEOUT'],
      410: ['LINK_EXPIRED'],
      412: ['PRECONDITION_FAILED'],
      413: ['BODY_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      429: ['ACCOUNT_LOCKED', 'MAIL_QUOTA_REACHED', 'RATE_LIMITED'],
      431: ['HEADERS_TOO_LARGE'],
      500: ['INTERNAL'],
      502: ['PROVIDER_UNAUTHORIZED', 'PROVIDER_UNREACHABLE', 'PROVIDER_UNREADABLE'],
      503: ['BUSY', 'STORAGE_FULL'],
    });
    expect([400, 403, 409, 422].map((status) => byStatus[status]?.length)).toEqual([9, 15, 28, 8]);
  });

  it('never repeats a combination of code and status', () => {
    const pairs = keys.map((key) => `${codeOf(key)} ${errors[key].status}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('reports link errors with the codes of token errors, with 400 and 410', () => {
    expect([codeOf('LINK_INVALID'), errors.LINK_INVALID.status]).toEqual(['TOKEN_INVALID', 400]);
    expect([codeOf('LINK_EXPIRED'), errors.LINK_EXPIRED.status]).toEqual(['TOKEN_EXPIRED', 410]);
    expect([codeOf('TOKEN_INVALID'), errors.TOKEN_INVALID.status]).toEqual(['TOKEN_INVALID', 401]);
  });

  it('uses 400 for a wrong current password, so that no client refreshes and retries', () => {
    expect(errors.CURRENT_PASSWORD_INVALID.status).toBe(400);
  });

  it('uses 403 to ask for a two-factor code and 400 for a wrong one, so that no client refreshes and retries', () => {
    expect([errors.SECOND_FACTOR_REQUIRED.status, errors.SECOND_FACTOR_INVALID.status]).toEqual([403, 400]);
  });

  it('contains every error that an operation names', () => {
    for (const { operation } of operations) for (const key of operation.errors) expect(errors).toHaveProperty(key);
  });
});

describe('AppError and its problem document', () => {
  it('takes status and code from the table, and its message from the title', () => {
    const error = new AppError('LINK_EXPIRED');
    expect(error).toMatchObject({ name: 'AppError', status: 410, code: 'TOKEN_EXPIRED' });
    expect(error.message).toBe(errors.LINK_EXPIRED.title);
  });

  it('keeps its cause for the log and out of the document', () => {
    const cause = new Error('secret inside');
    const error = new AppError('INTERNAL', {}, { cause });
    expect(error.cause).toBe(cause);
    expect(JSON.stringify(toProblem(error, 'req_1'))).not.toContain('secret inside');
  });

  it('is an RFC 9457 document with the extension members', () => {
    const error = new AppError('SESSION_ENDED', { reason: 'revoked' });
    expect(toProblem(error, 'req_1')).toEqual({
      type: 'urn:castellan:error:session-ended',
      title: 'The session has ended',
      status: 401,
      detail: 'The session has ended',
      success: false,
      code: 'SESSION_ENDED',
      reason: 'revoked',
      request_id: 'req_1',
    });
  });

  it('has the id of its own request, whatever the details contain', () => {
    const details = { request_id: 'forged' } as Record<string, string>;
    expect(toProblem(new AppError('NOT_FOUND', details), 'req_1').request_id).toBe('req_1');
  });
});
