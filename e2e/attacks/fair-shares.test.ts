import { request } from 'node:http';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { createTestService, type Person, type TestService, testPassword } from '#e2e/support/test-service.ts';
import type { PasswordShare } from '#main/security/passwords.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import type { AppError } from '#shared/texts/errors.ts';

/** Slow enough that a queue builds up. */
const flags = { 'bcrypt-cost': '10' };
let app: TestService | undefined;
let server: TestApp | undefined;
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

/** Callers of one customer, each with an address of its own. */
const crowds = {
  'a /48 of IPv6': (number: number) => `2001:db8:1:${(number * 217).toString(16)}::1`,
  'a /16 of IPv4': (number: number) => `192.0.${number % 256}.${number % 200}`,
} as const;

it.each(Object.entries(crowds))('sign-ins go on while %s does its worst', async (_, address) => {
  app = await createTestService(flags);
  const service = app;
  const victim = await service.owner();
  const checks = vi.spyOn(service.service.context.passwords, 'verify');
  const crowd = start(80, (number) => signIn(service, { email: `nobody${number}@example.com` }, address(number)));
  await expect.poll(() => checks.mock.calls.length - crowd.state.answered, { timeout: 20_000 }).toBeGreaterThan(30);
  const before = crowd.state.answered - crowd.state.refused;
  await signIn(service, victim, '198.51.100.7');
  expect(crowd.state.answered - crowd.state.refused - before).toBeLessThan(15);
  await crowd.done;
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

/** Writes many rows into the audit log of a tenant, so that searching it takes long. */
const fillAuditLog = (service: TestService, tenantId: string, count: number) =>
  sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into audit_events (tenant_id, sequence, at, actor_id, actor_text, actor_digest, action, target_kind, target_id,
      target_text, target_digest, previous_hash, hash)
    select ${tenantId}, 1000 + n, n, 'system', 'a text that nobody looks for', '', 'login', 'user', 'user_x',
      'another text that nobody looks for', '', 'before ' || n, 'hash ' || n
    from numbers`.execute(tablesOf(service.service.context.db.write));

it('sign-ins and reads go on while one tenant never stops searching its audit log', async () => {
  app = await createTestService({ 'rate-limits': 'off' });
  const service = app;
  const { db } = service.service.context;
  const guest = await service.owner();
  const victim = await service.owner();
  await fillAuditLog(service, guest.tenantId, 2_000);
  const input = { tenant_id: guest.tenantId, q: 'what is not there' };
  let stopped = false;
  const searches = Array.from({ length: 100 }, async () => {
    while (!stopped) {
      const search = service.call(contract.audit.listAuditEvents, input, { token: guest.token });
      await search.catch((error: AppError) => expect(error.key).toBe('BUSY'));
    }
  });
  /** How many reads of anyone begin while a call is answered. */
  const readsDuring = async (call: () => Promise<unknown>): Promise<number> => {
    await expect.poll(() => db.readerUsage().waiting).toBeGreaterThan(80);
    const { admitted } = db.readerUsage();
    await call();
    return db.readerUsage().admitted - admitted;
  };
  try {
    const { token } = await service.login(victim);
    const { tenantId } = victim;
    expect(await readsDuring(() => service.call(contract.profile.getMe, {}, { token }))).toBeLessThan(40);
    expect(
      await readsDuring(() => service.call(contract.workspaces.listWorkspaces, { tenant_id: tenantId }, { token })),
    ).toBeLessThan(40);
    // Whoever isn't signed in has a share as well: that of the address.
    const lookup = () =>
      expect(
        service.call(contract.team.lookupInvitation, { token: 'x'.repeat(43) }, { ip: '198.51.100.7' }),
      ).rejects.toMatchObject({ key: 'LINK_INVALID' });
    expect(await readsDuring(lookup)).toBeLessThan(40);
  } finally {
    stopped = true;
    await Promise.all(searches);
  }
});

it('a check whose caller has disconnected is not made', async () => {
  server = await createTestApp(flags);
  let share: PasswordShare | undefined;
  vi.spyOn(server.app.context.passwords, 'verify').mockImplementation(
    async (_password, _hash, given) =>
      new Promise((resolve) => {
        share = given;
        given.gone?.().addEventListener('abort', () => resolve(false));
      }),
  );
  const client = request(`${server.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  client.on('error', () => {});
  client.end(JSON.stringify({ email: 'nobody@example.com', password: 'x' }));
  await expect.poll(() => share).toBeDefined();
  expect(share).toMatchObject({ lane: 'sign-in', path: ['127.0.0.0/16', '127.0.0.0/24', '127.0.0.1'] });
  expect(share?.gone?.().aborted).toBe(false);
  client.destroy();
  await expect.poll(() => share?.gone?.().aborted).toBe(true);
});
