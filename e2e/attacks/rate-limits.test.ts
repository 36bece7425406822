import { afterEach, describe, expect, it, vi } from 'vitest';
import { noProof } from '#e2e/http-api/permission-inputs.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { type Answer, callHttp, callTrpc } from '#e2e/support/transports.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { second, throttles } from '#shared/rules/limits.ts';

let server: TestApp;
let opened: TestApp[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of opened) await one.close();
  opened = [];
});

const start = async (flags: Parameters<typeof createTestApp>[0] = {}) => {
  server = await createTestApp(flags);
  opened.push(server);
  return createSeedData(server.app.context, await hashSeedPassword(server.app.context));
};

/** Hashing is slow and does not matter here. */
const skipHashing = () => {
  const { passwords } = server.app.context;
  vi.spyOn(passwords, 'hash').mockResolvedValue('unusable');
  return vi.spyOn(passwords, 'verify').mockResolvedValue(false);
};

const login = (email: string, password: string, call = callHttp): Promise<Answer> =>
  call(server.address, contract.auth.login, { email, password });

const expectRateLimited = (answer: Answer, atMost: number): void => {
  expect([answer.status, answer.problem?.code]).toEqual([429, 'RATE_LIMITED']);
  expect(answer.problem?.retry_after).toBe(atMost / second);
  expect(answer.headers.get('retry-after')).toBe(String(atMost / second));
};

describe('failed sign-ins from one address', () => {
  const { limit, windowMs } = throttles.sign_in;

  it('get 100 answers in 15 minutes over both transports, then are refused before any work, for every account', async () => {
    const seed = await start();
    const verify = skipHashing();
    for (let number = 0; number < limit; number += 1) {
      const answer = await login(`guess${number}@example.com`, 'wrong', number % 2 === 0 ? callHttp : callTrpc);
      expect([number, answer.problem?.code]).toEqual([number, 'INVALID_CREDENTIALS']);
    }
    verify.mockClear();
    expectRateLimited(await login('another@example.com', 'wrong'), windowMs);
    const { problem } = await login(seed.own.owner.email, testPassword, callTrpc);
    expect(problem).toMatchObject({ code: 'RATE_LIMITED', retry_after: windowMs / second });
    expect(verify).not.toHaveBeenCalled();
    server.clock.advance(windowMs - 1);
    expectRateLimited(await login(seed.own.owner.email, testPassword), second);
    server.clock.advance(1);
    verify.mockRestore();
    expect((await login(seed.own.owner.email, testPassword)).status).toBe(200);
  });

  it('do not block signed-in users or password resets', async () => {
    const seed = await start();
    skipHashing();
    for (let number = 0; number <= limit; number += 1) await login(`guess${number}@example.com`, 'wrong');
    const { token, email } = seed.own.owner;
    expect((await callHttp(server.address, contract.profile.getMe, {}, { token })).status).toBe(200);
    expect((await callHttp(server.address, contract.auth.forgotPassword, { email })).status).toBe(200);
    await server.app.service.mailWorker.drain();
    const { db } = server.app.context;
    const mails = await tablesOf(db.read).selectFrom('mails').selectAll().where('recipient', '=', email).execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['password_reset']);
  });
});

describe('sign-ups from one address', () => {
  const { limit, windowMs } = throttles.sign_up;
  /** As through a proxy that is not listed: from this machine itself, more are allowed. */
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const signup = (number: number | string, options: { headers?: Record<string, string> } = { headers }) =>
    callHttp(
      server.address,
      contract.auth.signup,
      { email: `new${number}@example.org`, name: 'New', password: testPassword, company_name: 'New' },
      options,
    );

  it('are limited to 60 successes an hour; failures do not count', async () => {
    await start();
    skipHashing();
    for (let number = 0; number < limit; number += 1) {
      expect((await signup(number)).status).toBe(201);
      if (number < 10) expect((await signup(number)).problem?.code).toBe('EMAIL_TAKEN');
    }
    expectRateLimited(await signup('more'), windowMs);
    const { db } = server.app.context;
    const users = await tablesOf(db.read).selectFrom('users').select('id').where('email', 'like', 'new%').execute();
    expect(users.length).toBe(limit);
    expect((await signup('local', {})).status).toBe(201);
    server.clock.advance(windowMs);
    expect((await signup('more')).status).toBe(201);
  });
});

describe('token guesses from one address', () => {
  const { limit, windowMs } = throttles.token_guess;
  const guessed = operations.filter(
    ({ operation }) => operation.throttle === 'token_guess' && operation.auth === 'none',
  );
  const inputs: Record<string, Record<string, unknown>> = {
    verifyEmail: { token: 'guess' },
    resetPassword: { token: 'guess', new_password: testPassword },
    refresh: { refresh_token: 'guess' },
    restoreAccount: { restore_token: 'guess' },
    acceptInvitation: { token: 'guess', name: 'G', password: testPassword },
    lookupInvitation: { token: 'guess' },
    cancelEmailChange: { token: 'guess' },
    lookupUndo: { token: 'guess' },
    undoChange: { token: 'guess' },
    loginWithLink: { token: 'guess', browser_token: 'guess' },
    completeLogin: { second_factor_token: 'guess', code: '000000' },
    startPasskeySecondFactor: { second_factor_token: 'guess', origin: 'http://localhost' },
    completeLoginWithPasskey: { second_factor_token: 'guess', ...noProof },
  };

  it('are counted for every operation that takes a token without credentials', () => {
    expect(guessed.map(({ name }) => name).sort()).toEqual(Object.keys(inputs).sort());
    // The setup token has 256 bits, lives in memory, and dies with the first account (DECISION 0060).
    // A challenge is encrypted; loginWithPasskey counts failed sign-ins.
    const isGuessable = (field: string) => /token$/.test(field) && !['setup_token', 'challenge_token'].includes(field);
    const withToken = operations.filter(
      ({ operation }) => operation.auth === 'none' && Object.keys(operation.input.shape).some(isGuessable),
    );
    expect(withToken).toEqual(guessed);
  });

  it('also count when a session guesses two-factor codes', () => {
    const counted = operations.filter(
      ({ operation }) => operation.throttle === 'token_guess' && operation.auth !== 'none',
    );
    expect(counted.map(({ name }) => name)).toEqual([
      'confirmSession',
      'disableSecondFactor',
      'regenerateRecoveryCodes',
      'removePasskey',
      'startPasskeyRegistration',
      'startSecondFactor',
    ]);
  });

  it('get 100 answers in 15 minutes across all operations, then are refused, while valid tokens still work', async () => {
    const seed = await start();
    for (let number = 0; number < limit; number += 1) {
      const { operation, name } = guessed[number % guessed.length] ?? {
        operation: contract.auth.refresh,
        name: 'refresh',
      };
      const answer = await callHttp(server.address, operation, inputs[name] ?? {});
      expect(['TOKEN_INVALID', 'REFRESH_TOKEN_INVALID']).toContain(answer.problem?.code);
    }
    for (const { operation, name } of guessed) {
      expectRateLimited(await callHttp(server.address, operation, inputs[name] ?? {}), windowMs);
    }
    const { verify, reset } = seed.own.tokens;
    const valid = [
      await callHttp(server.address, contract.auth.verifyEmail, { token: verify }),
      await callHttp(server.address, contract.auth.refresh, { refresh_token: seed.own.member.refreshToken }),
      await callHttp(server.address, contract.auth.resetPassword, { token: reset, new_password: 'tall orange tower' }),
    ];
    expect(valid.map(({ status }) => status)).toEqual([200, 200, 200]);
    server.clock.advance(windowMs);
    const { problem } = await callHttp(server.address, contract.auth.refresh, { refresh_token: 'guess' });
    expect(problem?.code).toBe('REFRESH_TOKEN_INVALID');
  });
});
