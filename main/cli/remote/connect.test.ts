import { expect, it } from 'vitest';
import { ApiError } from '../../client/errors.ts';
import { explained } from './connect.ts';

const refusal = (code: string, status: number, more: object = {}) =>
  new ApiError({ title: 'Refused', status, detail: 'Refused', code, request_id: 'req_1', ...more });
const told = (error: ApiError) =>
  explained({ hint: 'Sign in' }, () => Promise.reject(error)).catch(({ message }: Error) => message);

it('a command says what to do where the server asks for a proof of work, without the challenge', async () => {
  const message = await told(refusal('CAPTCHA_REQUIRED', 403, { captcha: { challenge: 'abc' } }));
  expect(message).toContain('CASTELLAN_API_KEY');
  expect(message).not.toContain('abc');
});

it('a command says how to sign in, and what else the answer tells', async () => {
  expect(await told(refusal('TOKEN_INVALID', 401))).toBe('Refused (TOKEN_INVALID, req_1). Sign in');
  expect(await told(refusal('LAST_OWNER', 409, { candidates: [] }))).toBe(
    'Refused (LAST_OWNER, req_1) {"candidates":[]}',
  );
});
