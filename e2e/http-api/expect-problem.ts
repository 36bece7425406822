import { expect } from 'vitest';
import type { Answer } from '#e2e/support/transports.ts';
import { type ReasonedKey, reasons } from '#shared/texts/reasons.ts';

/** Checks a problem document member by member (RFC 9457), and its headers. */
export const expectProblem = (answer: Answer, status: number, code: string): void => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { problem } = answer;
  expect(problem).toMatchObject({
    type: `urn:castellan:error:${code.toLowerCase().replaceAll('_', '-')}`,
    status,
    code,
    success: false,
  });
  if (Object.hasOwn(reasons, code)) expect(problem?.reason).toBeOneOf(Object.keys(reasons[code as ReasonedKey]));
  expect(problem?.title).toMatch(/\w/);
  expect(problem?.detail).toMatch(/\w/);
  expect(problem?.request_id).toMatch(/^req_[\w-]{22}$/);
  expect(answer.headers.get('x-request-id')).toBe(problem?.request_id);
};
