import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { describe, expect, test, vi } from 'vitest';
import { solve } from '#e2e/support/solve-captcha.ts';
import type { AppRouter } from '#shared/contract/app-router.ts';
import type { CaptchaChallenge } from '#shared/rules/captcha.ts';
import type { RequestNotes } from './auth-link.ts';
import { createCaptcha } from './captcha.ts';
import { captchaLink } from './captcha-link.ts';
import { failureOf } from './problem.ts';
import { solveCaptcha } from './solve-captcha.ts';

/** sha256('salt4321'), by another program. */
const challenge: CaptchaChallenge = {
  algorithm: 'SHA-256',
  challenge: '3e38a30a1af37d81b97fe43281823b153998c2a871340ea73d1a967f26c4e137',
  salt: 'salt',
  maxnumber: 10_000,
  signature: 'signed',
};
const refusal = (code: string, more: object = {}) =>
  TRPCClientError.from<AppRouter>({
    error: { message: code, code: -32003, data: { problem: { request_id: 'req_1', status: 403, code, ...more } } },
  } as never);
const asks = () => refusal('CAPTCHA_REQUIRED', { captcha: challenge });

/** A service that answers requests in turn, and the solutions that it was sent. */
const setUp = (answers: readonly unknown[], captcha = createCaptcha()) => {
  const solutions: (string | undefined)[] = [];
  const terminal: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const answer = answers[solutions.length];
        solutions.push((op.context as RequestNotes).captcha);
        if (answer instanceof TRPCClientError) return observer.error(answer);
        observer.next({ result: { type: 'data', data: answer } });
        observer.complete();
      });
  const client = createTRPCClient<AppRouter>({ links: [captchaLink(captcha), terminal] });
  return { send: () => client.auth.forgotPassword.mutate({ email: 'ann@example.com' }), solutions, captcha };
};

describe('a call that the service answers with a challenge', () => {
  test('is sent again with the solution, while the page can tell what it waits for', async () => {
    const { send, solutions, captcha } = setUp([asks(), 'done']);
    const seen: boolean[] = [];
    captcha.subscribe(() => seen.push(captcha.isSolving()));
    expect(await send()).toBe('done');
    expect(solutions).toEqual([undefined, solve(challenge)]);
    expect(seen).toEqual([true, false]);
  });

  test('solves another challenge if the first solution came too late, and then gives up', async () => {
    const late = setUp([asks(), asks(), 'done']);
    expect(await late.send()).toBe('done');
    const never = setUp([asks(), asks(), asks(), 'done']);
    const error = await never.send().catch((thrown: unknown) => thrown);
    expect(failureOf(error).code).toBe('CAPTCHA_REQUIRED');
    expect(never.solutions).toHaveLength(3);
  });

  test('fails with what keeps the browser from solving it', async () => {
    const { send, captcha } = setUp([refusal('CAPTCHA_REQUIRED', { captcha: { ...challenge, maxnumber: 10 } })]);
    await expect(send()).rejects.toThrow('The challenge has no solution');
    expect(captcha.isSolving()).toBe(false);
  });
});

test('a call that fails for another reason is not sent again', async () => {
  const { send, solutions } = setUp([refusal('RATE_LIMITED')]);
  await expect(send()).rejects.toThrow('RATE_LIMITED');
  expect(solutions).toHaveLength(1);
});

test('a page of plain HTTP, which has no crypto.subtle, solves challenges as well', async () => {
  vi.stubGlobal('crypto', {});
  try {
    expect(await solveCaptcha(challenge)).toBe(solve(challenge));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a hidden page, whose timers the browser holds back, solves challenges as well', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    expect(await solveCaptcha(challenge)).toBe(solve(challenge));
  } finally {
    vi.useRealTimers();
  }
});
