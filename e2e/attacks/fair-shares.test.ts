import { request } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestServer, type TestServer } from '#e2e/fixtures/test-server.ts';
import { createTestService, type Person, type TestService, testPassword } from '#e2e/fixtures/test-service.ts';
import type { PasswordShare } from '#main/security/passwords.ts';
import { contract } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors.ts';

/** Slow enough that a queue builds up. */
const flags = { 'bcrypt-cost': '10' };
let app: TestService | undefined;
let server: TestServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  await server?.close();
  app = undefined;
  server = undefined;
});

/** Starts many calls, and counts those that were answered. */
const start = (count: number, call: (number: number) => Promise<unknown>) => {
  const state = { answered: 0, refused: 0 };
  const all = Array.from({ length: count }, (_, number) =>
    call(number).then(
      () => {
        state.answered += 1;
      },
      (error: AppError) => {
        state.answered += 1;
        if (error.key === 'BUSY') state.refused += 1;
      },
    ),
  );
  return { state, done: Promise.all(all) };
};

const signIn = (service: TestService, { email }: Pick<Person, 'email'>, ip: string) =>
  service.call(contract.auth.login, { email, password: testPassword }, { ip });

it('sign-ins go on while one address does its worst', async () => {
  app = await createTestService(flags);
  const service = app;
  const victim = await service.owner();
  const checks = vi.spyOn(service.service.context.passwords, 'verify');
  const burst = start(40, (number) => signIn(service, { email: `nobody${number}@example.com` }, '192.0.2.66'));
  await expect.poll(() => checks.mock.calls.length).toBe(40);
  const before = burst.state.answered;
  await signIn(service, victim, '198.51.100.7');
  expect(burst.state.answered - before).toBeLessThan(15);
  await burst.done;
});

it('sign-ins and confirmations go on while one session asks for its password 300 times at once', async () => {
  app = await createTestService({ ...flags, 'rate-limits': 'off' });
  const service = app;
  const guest = await service.owner();
  const victim = await service.owner();
  const input = { current_password: 'wrong', new_password: 'another good secret' };
  const burst = start(300, () => service.call(contract.auth.changePassword, input, { token: guest.token }));
  await expect.poll(() => burst.state.answered).toBeGreaterThan(0);
  await signIn(service, victim, '198.51.100.7');
  await service.call(
    contract.auth.changePassword,
    { current_password: testPassword, new_password: 'another good secret' },
    { token: victim.token },
  );
  await burst.done;
  expect(burst.state.refused).toBeGreaterThan(280);
});

it('a check whose caller has disconnected is not made', async () => {
  server = await createTestServer(flags);
  let share: PasswordShare | undefined;
  vi.spyOn(server.app.context.passwords, 'verify').mockImplementation(
    async (_password, _hash, given) =>
      new Promise((resolve) => {
        share = given;
        given.signal?.addEventListener('abort', () => resolve(false));
      }),
  );
  const client = request(`${server.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  client.on('error', () => {});
  client.end(JSON.stringify({ email: 'nobody@example.com', password: 'x' }));
  await expect.poll(() => share).toBeDefined();
  expect(share).toMatchObject({ lane: 'sign-in', key: '127.0.0.1' });
  expect(share?.signal?.aborted).toBe(false);
  client.destroy();
  await expect.poll(() => share?.signal?.aborted).toBe(true);
});
