import { onTestFinished, vi } from 'vitest';
import type { AskedOfPerson } from '../../../renderer/api/application-requests.ts';
import type { Instead } from './in-process-fetch.ts';

/** Where the page sent the browser, in order. */
export const leaves = (): string[] => {
  const left: string[] = [];
  const replace = vi.spyOn(window.location, 'replace').mockImplementation((url) => void left.push(String(url)));
  onTestFinished(() => replace.mockRestore());
  return left;
};

/** An answer of the provider that applications sign people in with. */
export const answers =
  (body: object, status = 200): Instead =>
  async () =>
    Response.json(body, { status });

/** The same for an error. */
export const refuses = (code: string, status: number): Instead =>
  answers({ type: 'about:blank', title: code, status, code, request_id: 'req_test' }, status);

export const askedOf = (change: Partial<AskedOfPerson>): AskedOfPerson => ({
  prompt: 'login',
  application: { name: 'Wiki' },
  scopes: ['openid', 'email'],
  account: null,
  obstacle: 'UNAUTHENTICATED',
  ...change,
});
