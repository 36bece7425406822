import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions } from '#e2e/support/rows.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import { setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { endSession } from '../../storage/store/identity/sessions.ts';

const { login, completeLogin, refresh } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

/** Runs a change right before the next transaction begins: after the call's own checks. */
const beforeTransaction = (change: () => Promise<unknown>) => {
  const { db } = app.service.context;
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (scope, work) => {
    await change();
    return transaction(scope, work);
  });
};
const sessionOf = async ({ token }: Person) => {
  const { callers, db } = app.service.context;
  const { sessionId } = await callers.verify(token);
  return tablesOf(db.read).selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow();
};
const rotate = (person: Person, background = false) =>
  app.call(refresh, { refresh_token: person.refreshToken }, { background });

describe('an account that changes while it signs in', () => {
  it('is refused if its password changed after it was compared', async () => {
    const person = await app.owner();
    const before = await openSessions(app, person.id);
    beforeTransaction(() => setUser(app, person.id, { password_hash: 'another hash' }));
    await failsWith(app.call(login, { email: person.email, password: person.password }), 'INVALID_CREDENTIALS');
    expect(await openSessions(app, person.id)).toEqual(before);
  });

  it.each(['removed', 'pending_deletion'] as const)(
    'is refused if it is %s by the time of the code',
    async (status) => {
      const person = await app.owner();
      const { secret } = await enrol(app, person);
      const { email, password } = person;
      const { second_factor_token = '' } = await failsWith(
        app.call(login, { email, password }),
        'SECOND_FACTOR_REQUIRED',
      );
      const before = await openSessions(app, person.id);
      beforeTransaction(() => setUser(app, person.id, { status }));
      const completed = app.call(completeLogin, { second_factor_token, code: nextCode(app, secret) });
      await failsWith(completed, 'LINK_INVALID');
      expect(await openSessions(app, person.id)).toEqual(before);
    },
  );
});

describe('a refresh', () => {
  it('that races a sign-out gets no token', async () => {
    const person = await app.owner();
    const { callers, db, clock } = app.service.context;
    const find = callers.find.bind(callers);
    vi.spyOn(callers, 'find').mockImplementationOnce(async (id) => {
      const row = await find(id);
      await endSession(db.write, id, 'logout', clock.now());
      return row;
    });
    expect((await failsWith(rotate(person), 'REFRESH_TOKEN_INVALID')).reason).toBe('logout');
    expect((await sessionOf(person)).refresh_generation).toBe(0);
  });

  it('in the background stores no activity, and one by the user does', async () => {
    const person = await app.owner();
    const start = app.clock.now();
    app.clock.advance(5 * minute);
    const next = await rotate(person, true);
    await app.service.context.callers.flush();
    expect((await sessionOf(person)).last_active_at).toBe(start);
    await rotate({ ...person, refreshToken: next.refresh_token });
    expect((await sessionOf(person)).last_active_at).toBe(app.clock.now());
  });

  it.each([
    ['idle', { last_active_at: lifetimesMs.idleLogout }],
    ['expired', { expires_at: 0 }],
  ] as const)('does not revive a session that is %s, and records why it ended', async (reason, { ...ages }) => {
    const person = await app.owner();
    const { id } = await sessionOf(person);
    const now = app.clock.now();
    const columns = Object.fromEntries(Object.entries(ages).map(([column, age]) => [column, now - age]));
    await tablesOf(app.service.context.db.write).updateTable('sessions').set(columns).where('id', '=', id).execute();
    await app.restart();
    const steadyAfter = 10 * minute;
    app.clock.advance(steadyAfter);
    expect((await failsWith(rotate(person), 'REFRESH_TOKEN_INVALID')).reason).toBe(reason);
    const ended = { ended_at: now + steadyAfter, end_reason: reason };
    expect(await sessionOf(person)).toMatchObject({ refresh_generation: 0, ...ended });
  });
});
