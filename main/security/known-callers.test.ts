import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { scheduleDeletion, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, lifetimesMs, minute } from '#shared/rules/limits.ts';
import { AppError, type EndReason, endReasons } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';

const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
let member: Person;
let stranger: Person;
beforeAll(async () => {
  owner = await app.owner();
  member = await app.join(owner, 'member');
  stranger = await app.owner();
});

const me = (person: Person) => app.call(getMe, {}, { token: person.token });
const isKnown = ({ id, tenantId, token }: Person) => {
  const user = app.service.context.callers.knownUser(`Bearer ${token}`);
  if (user) expect([user.id, user.tenantId]).toEqual([id, tenantId]);
  return user !== undefined;
};
const sessionOf = async ({ token }: Person) => (await app.service.context.callers.verify(token)).sessionId;
const endSession = async (person: Person, reason: EndReason): Promise<void> => {
  const change = { ended_at: app.clock.now(), end_reason: reason };
  await tablesOf(app.service.context.db.write)
    .updateTable('sessions')
    .set(change)
    .where('id', '=', await sessionOf(person))
    .execute();
};
const tokenOutlives = async (person: Person): Promise<void> => {
  app.clock.advance(29 * minute);
  await me(person);
  app.clock.advance(29 * minute);
  await me(person);
  app.clock.advance(lifetimesMs.accessToken - 58 * minute);
};

/** Every way a token stops working, done to the token of a member who has just called. */
const deaths: Record<string, (person: Person) => unknown> = {
  ...Object.fromEntries(
    endReasons.map((reason) => [`its session is stored as ended: ${reason}`, (one: Person) => endSession(one, reason)]),
  ),
  'its user signs out': ({ token }) => app.call(contract.auth.logout, {}, { token }),
  'its user ends the session elsewhere': async (person) => {
    const { token } = await app.login(member);
    await app.call(contract.sessions.revokeSession, { session_id: await sessionOf(person) }, { token });
  },
  'its session was idle': () => app.clock.advance(lifetimesMs.idleLogout),
  'it expires while its session lives on': tokenOutlives,
  'its session expires': () => app.clock.advance(lifetimesMs.refreshToken),
  'its session is gone': async (person) => {
    await tablesOf(app.service.context.db.write)
      .deleteFrom('sessions')
      .where('id', '=', await sessionOf(person))
      .execute();
  },
};

/** The same for whole accounts: each is done to a new one. */
const accountDeaths: Record<string, (person: Person, host: Person) => unknown> = {
  'is disabled': ({ id }) => setUser(app, id, { status: 'disabled' }),
  'is removed': async ({ id }, { token, tenantId }) => {
    await app.call(contract.team.removeMember, { tenant_id: tenantId, user_id: id }, { token });
  },
  'is deleted by its user': (person) => scheduleDeletion(app, person),
  'is of an organization that is closed': ({ tenantId }) =>
    tablesOf(app.service.context.db.write)
      .updateTable('tenants')
      .set({ delete_at: app.clock.now() + day })
      .where('id', '=', tenantId)
      .execute(),
};

/** Before and after the next request with it: what doesn't check the token leaves what is cached as it is. */
const expectUnknown = async (person: Person): Promise<void> => {
  expect(isKnown(person)).toBe(false);
  const refusal = await me(person).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(['SESSION_ENDED', 'TOKEN_EXPIRED']).toContain((refusal as AppError).key);
  expect(isKnown(person)).toBe(false);
};

describe('a token is known', () => {
  it('from its first accepted call on, and not by its signature alone', async () => {
    const person = await app.login(member);
    expect(isKnown(person)).toBe(false);
    await sessionOf(person);
    expect(isKnown(person)).toBe(false);
    await me(person);
    expect(isKnown(person)).toBe(true);
  });

  it('again with the next call after a change that might have ended it', async () => {
    const person = await app.login(member);
    await me(person);
    await app.call(contract.profile.updateMe, { name: 'Renamed' }, { token: person.token });
    await me(person);
    expect(isKnown(person)).toBe(true);
  });

  it('whatever happens in other organizations', async () => {
    const [person, other] = [await app.login(member), await app.login(stranger)];
    await me(person);
    await app.call(contract.auth.logout, {}, { token: other.token });
    expect(isKnown(person)).toBe(true);
  });
});

describe('a token is not known', () => {
  it.each(Object.entries(deaths))('once %s', async (_, die) => {
    const person = await app.login(member);
    await me(person);
    expect(isKnown(person)).toBe(true);
    await die(person);
    await expectUnknown(person);
  });

  it.each(Object.entries(accountDeaths))('once its account %s', async (_, die) => {
    const host = await app.owner();
    const person = await app.join(host, 'member');
    await me(person);
    expect(isKnown(person)).toBe(true);
    await die(person, host);
    await expectUnknown(person);
  });

  it('if there is none, or it is an API key', async () => {
    const { key } = await createKey(app, await app.login(owner));
    await app.call(getMe, {}, { token: key });
    const { callers } = app.service.context;
    for (const header of [undefined, '', 'Bearer ', `Bearer ${key}`]) expect(callers.knownUser(header)).toBeUndefined();
  });
});
