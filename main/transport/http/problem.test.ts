import { describe, expect, it } from 'vitest';
import { AppError, codeOf, type ErrorKey, errors, toProblem } from '#shared/texts/errors.ts';
import { toAppError } from '../../platform/app-error.ts';
import { httpError, problemHeaders } from './problem.ts';

describe('the headers of a problem', () => {
  const headersOf = (key: ErrorKey, details = {}) => {
    const { code, status } = { code: codeOf(key), status: errors[key].status };
    return problemHeaders({ ...toProblem(new AppError('INTERNAL', details), 'req_1'), code, status });
  };

  it('name the media type, and are never cached', () => {
    for (const key of Object.keys(errors) as ErrorKey[]) {
      expect(headersOf(key)).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'cache-control': 'no-store',
      });
    }
  });

  it('have a challenge for every 401 and nothing else', () => {
    for (const key of Object.keys(errors) as ErrorKey[]) {
      expect('www-authenticate' in headersOf(key), key).toBe(errors[key].status === 401);
    }
    expect(headersOf('UNAUTHENTICATED')['www-authenticate']).toBe('Bearer');
    expect(headersOf('TOKEN_EXPIRED')['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(headersOf('INVALID_CREDENTIALS')['www-authenticate']).toBe('Bearer');
    expect(headersOf('SCOPE_REQUIRED', { scope: 'team.read' })['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="team.read"',
    );
  });

  it('state when to retry, and which methods are allowed', () => {
    expect(headersOf('RATE_LIMITED', { retry_after: 7 })['retry-after']).toBe('7');
    expect(headersOf('METHOD_NOT_ALLOWED', { allow: ['GET', 'PUT'] }).allow).toBe('GET, PUT');
    expect(headersOf('FORBIDDEN')).not.toHaveProperty('retry-after');
    expect(headersOf('FORBIDDEN')).not.toHaveProperty('allow');
  });
});

describe('a problem document', () => {
  it('contains what callers may know, and the request id', () => {
    expect(
      toProblem(
        new AppError('LAST_OWNER', { reason: 'only_owner', candidates: [{ user_id: 'user_1', name: 'A' }] }),
        'req_1',
      ),
    ).toEqual({
      type: 'urn:castellan:error:last-owner',
      title: 'An organization needs at least one owner',
      status: 409,
      detail: 'An organization needs at least one owner. Make another member an owner first.',
      success: false,
      code: 'LAST_OWNER',
      reason: 'only_owner',
      candidates: [{ user_id: 'user_1', name: 'A' }],
      request_id: 'req_1',
    });
  });

  it('never contains the cause', () => {
    const problem = toProblem(toAppError(new Error('no such table: users')), 'req_1');
    expect(JSON.stringify(problem)).not.toContain('users');
    expect(problem).toMatchObject({ status: 500, code: 'INTERNAL' });
  });

  it('has an uppercase code and a matching status for every error', () => {
    for (const key of Object.keys(errors) as ErrorKey[]) {
      expect(codeOf(key)).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(errors[key].status).toBeGreaterThanOrEqual(400);
      expect(errors[key].status).toBeLessThan(600);
      expect(errors[key].title).not.toBe('');
    }
  });
});

describe('a thrown error', () => {
  it.each([
    [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'BODY_TOO_LARGE'],
    [{ code: 'FST_ERR_CTP_EMPTY_JSON_BODY', statusCode: 400 }, 'MALFORMED_BODY'],
    [{ code: 'FST_ERR_BAD_URL', statusCode: 400 }, 'NOT_FOUND'],
    [Object.assign(new SyntaxError('Unexpected token'), { statusCode: 400 }), 'MALFORMED_BODY'],
    [{ code: 'SQLITE_FULL' }, 'STORAGE_FULL'],
    [{ code: 'ENOSPC' }, 'STORAGE_FULL'],
    [{ code: 'SQLITE_BUSY' }, 'BUSY'],
    [{ code: 'SQLITE_CONSTRAINT' }, 'INTERNAL'],
    [new Error('anything'), 'INTERNAL'],
    ['a string', 'INTERNAL'],
    [undefined, 'INTERNAL'],
    [null, 'INTERNAL'],
    [new AppError('FORBIDDEN', { reason: 'role' }), 'FORBIDDEN'],
    [Object.assign(new AppError('FORBIDDEN', { reason: 'role' }), { statusCode: 400 }), 'FORBIDDEN'],
  ] as const)('%o becomes %s', (thrown, key) => {
    expect(httpError(thrown).key).toBe(key);
  });

  it('keeps its cause for the log', () => {
    const cause = new Error('disk');
    expect(toAppError(cause).cause).toBe(cause);
    expect(toAppError({ code: 'SQLITE_FULL' }).details.retry_after).toBe(60);
    expect(toAppError({ code: 'SQLITE_BUSY' }).details.retry_after).toBe(1);
  });
});
