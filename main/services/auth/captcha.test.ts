import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { challengeOf, solve } from '#e2e/support/solve-captcha.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { captcha, lifetimesMs, throttles } from '#shared/rules/limits.ts';
import { openChallenge } from '../../security/passkey-challenges.ts';

const { login, signup, forgotPassword, requestSignInLink } = contract.auth;

const app = perFile(() => createTestService({ captcha: 'on' }));

let people = 0;
const newcomer = (): RequestOf<typeof signup> => {
  people += 1;
  return { email: `new${people}@example.com`, name: 'New', password: testPassword, company_name: 'New' };
};
/** Each operation that always asks, with something to send. */
const asking = [
  ['signup', signup, newcomer],
  ['forgotPassword', forgotPassword, () => ({ email: newcomer().email })],
  ['requestSignInLink', requestSignInLink, () => ({ email: newcomer().email })],
] as const;
type Asking = (typeof asking)[number];
const callWith = (operation: Asking[1], input: object, solution?: string) =>
  app.call(operation as typeof forgotPassword, input as never, { captcha: solution });

it('is about these operations, and asks for nothing unless the operator wants it', async () => {
  const always = operations.filter(({ operation }) => operation.captcha === 'always').map(({ name }) => name);
  expect(always.sort()).toEqual(asking.map(([name]) => name).sort());
  expect(operations.filter(({ operation }) => operation.captcha === 'after_failures').map(({ name }) => name)).toEqual([
    'login',
  ]);
  const quiet = await closedAfterwards(createTestService());
  await quiet.call(signup, newcomer());
  await quiet.call(forgotPassword, { email: 'nobody@example.com' });
});

describe.each(asking)('%s', (name, operation, input) => {
  const challenge = () => challengeOf(callWith(operation, input()));
  const refuses = (solution: string) => failsWith(callWith(operation, input(), solution), 'CAPTCHA_REQUIRED');

  it('goes on with a solution, which counts once', async () => {
    const solution = solve(await challenge());
    await callWith(operation, input(), solution);
    await refuses(solution);
  });

  it('takes a solution of one of many who send it at the same time', async () => {
    const solution = solve(await challenge());
    const sent = await Promise.allSettled([1, 2, 3].map(() => callWith(operation, input(), solution)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([
    ['another number', { number: -1 }],
    ['a number that is too large', { number: captcha.maxNumber + 1 }],
    ['a salt of its own', { salt: 'salt' }],
    ['a challenge of its own', { challenge: 'a'.repeat(64) }],
    ['no signature', { signature: undefined }],
    ['a changed signature', { signature: 'AAAA.AAAA' }],
  ])('refuses a solution with %s', async (_, changed) => {
    await refuses(solve(await challenge(), changed));
  });

  it.each(['', 'x', 'e30=', 'bnVsbA==', '\u0000', 'W10='])('refuses %j', async (header) => {
    await refuses(header);
  });

  it('refuses a solution for another operation, and of another kind of challenge', async () => {
    for (const [, other, otherInput] of asking.filter(([known]) => known !== name)) {
      await refuses(solve(await challengeOf(callWith(other, otherInput()))));
    }
    const { signature } = await challenge();
    const use = { purpose: 'sign_in', bound: '' } as const;
    expect(openChallenge(app.service.context, signature, use)).toBeUndefined();
  });

  it('refuses a solution that is too old, and takes it just before', async () => {
    const [first, second] = [solve(await challenge()), solve(await challenge())];
    app.clock.advance(lifetimesMs.captcha - 1);
    await callWith(operation, input(), first);
    app.clock.advance(1);
    await refuses(second);
  });

  it('takes a solution after a restart', async () => {
    const solution = solve(await challenge());
    await app.restart();
    await callWith(operation, input(), solution);
  });
});

describe('signup', () => {
  it('is as limited as without it, and challenges count for nothing', async () => {
    const ip = '203.0.113.77';
    const input = newcomer();
    const ask = () => challengeOf(app.call(signup, input, { ip }));
    for (let count = 0; count <= throttles.sign_up.limit; count += 1) await ask();
    for (let count = 0; count < throttles.sign_up.limit; count += 1) {
      await app.call(signup, newcomer(), { ip, captcha: solve(await ask()) });
    }
    await failsWith(app.call(signup, newcomer(), { ip }), 'RATE_LIMITED');
  });

  it('with an Idempotency-Key goes on with the solution, and is answered again without another', async () => {
    const input = newcomer();
    const idempotencyKey = 'sign-up-1';
    const solution = solve(await challengeOf(app.call(signup, input, { idempotencyKey })));
    const answer = await app.call(signup, input, { idempotencyKey, captcha: solution });
    expect(await app.call(signup, input, { idempotencyKey, captcha: solution })).toEqual(answer);
  });
});

describe('login', () => {
  const fail = (email: string, solution?: string) =>
    failsWith(app.call(login, { email, password: 'wrong' }, { captcha: solution }), 'INVALID_CREDENTIALS');

  it('asks after wrong passwords, with or without an account, until someone signs in', async () => {
    const { email, password } = await person();
    for (const address of [email, 'nobody@example.com']) {
      for (let failure = 0; failure < captcha.freeFailures; failure += 1) await fail(address);
      const attempt = () => app.call(login, { email: address, password: 'wrong' });
      await fail(address, solve(await challengeOf(attempt())));
    }
    await failsWith(app.call(login, { email, password }), 'CAPTCHA_REQUIRED');
    const solution = solve(await challengeOf(app.call(login, { email, password })));
    await app.call(login, { email, password }, { captcha: solution });
    await fail(email);
  });

  it('never asks a device that the account has signed in on', async () => {
    const { email, password } = await person();
    let device: string | undefined;
    await app.call(login, { email, password }, { onDevice: (token) => (device = token) });
    for (let failure = 0; failure < captcha.freeFailures; failure += 1) await fail(email);
    await failsWith(app.call(login, { email, password }, { device: 'of nobody' }), 'CAPTCHA_REQUIRED');
    await app.call(login, { email, password }, { device });
  });

  it('is locked as before, whatever is solved', async () => {
    const { email, password } = await person();
    const solved = async () => solve(await challengeOf(app.call(login, { email, password })));
    for (let failure = 0; failure < 6; failure += 1) {
      await fail(email, failure < captcha.freeFailures ? undefined : await solved());
    }
    await failsWith(app.call(login, { email, password }, { captcha: await solved() }), 'ACCOUNT_LOCKED');
  });

  const person = async () => {
    const input = newcomer();
    await app.call(signup, input, { captcha: solve(await challengeOf(app.call(signup, input))) });
    return input;
  };
});
