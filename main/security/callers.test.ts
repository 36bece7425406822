import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import type { EndReason, ErrorKey } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { touchSession } from '../storage/store/identity/sessions.ts';
import { createCallers } from './callers.ts';
import { createClientTokens } from './client-tokens.ts';

const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});

const me = (person: Person, background = false) => app.call(getMe, {}, { token: person.token, background });
const ended = async (person: Person, reason: EndReason, key: ErrorKey = 'SESSION_ENDED') =>
  expect((await failsWith(me(person), key)).reason).toBe(reason);
const endReason = async (person: Person) => {
  const { sessionId } = await app.service.context.callers.verify(person.token);
  const row = await tablesOf(app.service.context.db.read)
    .selectFrom('sessions')
    .select('end_reason')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.end_reason;
};

it('verifies the signature of a token once', async () => {
  const { db, accessTokens, clock, clockWatch, config, keys } = app.service.context;
  const clientTokens = createClientTokens(keys, clock, config);
  const verify = vi.fn(accessTokens.verify);
  const callers = createCallers(db, { ...accessTokens, verify }, { clock, clockWatch, clientTokens });
  expect(await callers.verify(owner.token)).toEqual(await callers.verify(owner.token));
  expect(verify).toHaveBeenCalledTimes(1);
});

describe('the next call after a change, with a warm cache', () => {
  let member: Person;
  beforeEach(async () => {
    owner = await app.login(owner);
    member = await app.join(owner, 'admin');
    await me(member);
    await me(member);
  });
  const tenant = () => ({ tenant_id: owner.tenantId, user_id: member.id });
  const byOwner = () => ({ token: owner.token });

  it('sees the new role, and refuses what the old one allowed', async () => {
    const list = () => app.call(contract.team.listInvitations, { tenant_id: owner.tenantId }, { token: member.token });
    await list();
    await app.call(contract.team.changeRole, { ...tenant(), role: 'member' }, byOwner());
    await failsWith(list(), 'FORBIDDEN');
    expect((await me(member)).role).toBe('member');
    await app.call(contract.team.changeRole, { ...tenant(), role: 'admin' }, byOwner());
    await list();
  });

  it('sees the new name and preferences', async () => {
    await app.call(
      contract.profile.updateMe,
      { name: 'Renamed', preferences: { language: 'de' } },
      { token: member.token },
    );
    expect(await me(member)).toMatchObject({ name: 'Renamed', preferences: { language: 'de' } });
  });

  it('sees the verified address', async () => {
    const person = await app.owner(undefined, { verified: false });
    expect((await me(person)).email_verified).toBe(false);
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken(person.email, 'verification') });
    expect((await me(person)).email_verified).toBe(true);
  });

  it('is refused for a removed member', async () => {
    await app.call(contract.team.removeMember, tenant(), byOwner());
    await ended(member, 'removed');
  });

  it.each(['removed', 'disabled'] as const)('is refused with its reason for an account that is %s', async (status) => {
    await setUser(app, member.id, { status });
    await ended(member, status);
  });

  it("is refused after the user's own deletion", async () => {
    const input = { confirmation: 'DELETE', password: member.password };
    await app.call(contract.profile.deleteMe, input, { token: member.token });
    await ended(member, 'deleted');
  });

  it('is refused after logout, and after revocation by the user and by an owner', async () => {
    await app.call(contract.auth.logout, {}, { token: member.token });
    await ended(member, 'logout');
    const [one, two] = [await app.login(member), await app.login(member)];
    for (const person of [one, two]) await me(person);
    const { sessionId } = await app.service.context.callers.verify(one.token);
    await app.call(contract.sessions.revokeSession, { session_id: sessionId }, { token: two.token });
    await ended(one, 'revoked');
    await me(two);
    const last = await app.service.context.callers.verify(two.token);
    await app.call(contract.sessions.revokeMemberSession, { ...tenant(), session_id: last.sessionId }, byOwner());
    await ended(two, 'revoked');
  });

  it('is refused after the account was permanently deleted', async () => {
    await tablesOf(app.service.context.db.write).deleteFrom('users').where('id', '=', member.id).execute();
    await ended(member, 'deleted');
  });

  it('is refused during concurrent calls: none that starts after the end succeeds', async () => {
    const storm = times(100, () => me(member));
    await app.call(contract.team.removeMember, tenant(), byOwner());
    const after = await countOutcomes(times(100, () => me(member)));
    await Promise.allSettled(storm);
    expect(after).toEqual({ SESSION_ENDED: 100 });
  });

  it('leaves the cache entries of others alone', async () => {
    const other = await app.owner();
    await me(other);
    await app.call(contract.team.removeMember, tenant(), byOwner());
    expect((await me(other)).user_id).toBe(other.id);
  });
});

describe('a session without activity (seed 000 §5.5)', () => {
  it('is valid one second before 30 minutes, and ends at 30 minutes', async () => {
    const [early, late] = [await app.login(owner), await app.login(owner)];
    app.clock.advance(lifetimesMs.idleLogout - 1 * second);
    await me(early);
    app.clock.advance(1 * second);
    await ended(late, 'idle');
    await failsWith(app.call(contract.auth.refresh, { refresh_token: late.refreshToken }), 'REFRESH_TOKEN_INVALID');
    expect(await endReason(late)).toBe('idle');
    await me(early);
  });

  it('is extended by calls, but not by background calls', async () => {
    const person = await app.login(owner);
    app.clock.advance(29 * minute);
    await me(person);
    app.clock.advance(29 * minute);
    await me(person, true);
    app.clock.advance(1 * minute - 1);
    await me(person, true);
    app.clock.advance(1);
    await ended(person, 'idle');
  });

  it('is extended by a refresh, but not by a background refresh', async () => {
    const { refresh } = contract.auth;
    const person = await app.login(owner);
    app.clock.advance(29 * minute);
    const next = await app.call(refresh, { refresh_token: person.refreshToken });
    app.clock.advance(29 * minute);
    const last = await app.call(refresh, { refresh_token: next.refresh_token }, { background: true });
    app.clock.advance(1 * minute);
    await ended({ ...person, token: last.access_token }, 'idle');
  });

  it('keeps its last activity across a restart', async () => {
    const person = await app.login(owner);
    app.clock.advance(20 * minute);
    await me(person);
    await app.restart();
    app.clock.advance(20 * minute);
    await me(person, true);
    await app.restart();
    app.clock.advance(10 * minute);
    await ended(person, 'idle');
  });

  it('writes activity to the database once per flush', async () => {
    const person = await app.login(owner);
    const { callers, db } = app.service.context;
    const { sessionId } = await callers.verify(person.token);
    const stored = () =>
      tablesOf(db.read).selectFrom('sessions').select('last_active_at').where('id', '=', sessionId).executeTakeFirst();
    const before = app.clock.now();
    app.clock.advance(5 * minute);
    await me(person);
    expect(await stored()).toEqual({ last_active_at: before });
    await callers.flush();
    expect(await stored()).toEqual({ last_active_at: app.clock.now() });
    app.clock.advance(29 * minute + 59 * second);
    await me(person);
  });

  it('survives a clock that is set back, and still ends 30 minutes after its last call', async () => {
    let person = await app.login(owner);
    app.clock.advance(-2 * hour);
    // A token from two hours ahead is rejected. The session is unaffected, and issues another.
    await failsWith(me(person), 'TOKEN_INVALID');
    const { access_token } = await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
    person = { ...person, token: access_token };
    await me(person);
    app.clock.advance(lifetimesMs.idleLogout - 1 * second);
    await me(person, true);
    app.clock.advance(1 * second);
    await ended(person, 'idle');
    app.clock.advance(2 * hour);
  });
});

describe('a session that is always active', () => {
  it('lives on with each refresh, and ends exactly 30 days after the last one', async () => {
    let person = await app.login(owner);
    const start = app.clock.now();
    const { callers, db } = app.service.context;
    const { sessionId } = await callers.verify(person.token);
    /** Stands for a call every few minutes on the days in between. */
    const activeUntil = async (instant: number) => {
      app.clock.set(instant);
      await touchSession(db.write, sessionId, instant);
    };
    for (const age of [10 * day, 29 * day, 45 * day]) {
      await activeUntil(start + age);
      const answer = await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
      person = { ...person, token: answer.access_token, refreshToken: answer.refresh_token };
      await me(person);
      await callers.flush();
    }
    await activeUntil(start + 45 * day + lifetimesMs.refreshToken - 1);
    await failsWith(me(person), 'TOKEN_EXPIRED');
    await activeUntil(start + 45 * day + lifetimesMs.refreshToken);
    await ended(person, 'expired');
    const late = app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
    expect((await failsWith(late, 'REFRESH_TOKEN_INVALID')).reason).toBe('expired');
  });
});

describe('an access token', () => {
  it('lives one hour, then is reported as expired while its session lives on', async () => {
    const person = await app.login(owner);
    app.clock.advance(29 * minute);
    await me(person);
    app.clock.advance(29 * minute);
    await me(person);
    app.clock.advance(2 * minute - 1 * second);
    await me(person);
    app.clock.advance(1 * second);
    await failsWith(me(person), 'TOKEN_EXPIRED');
    const fresh = await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
    await me({ ...person, token: fresh.access_token });
  });

  it.each([
    ['', 'UNAUTHENTICATED'],
    ['nonsense', 'TOKEN_INVALID'],
  ] as const)('that reads %j is %s', async (token, key) => {
    await failsWith(app.call(getMe, {}, { token }), key);
  });

  it('is required', async () => {
    await failsWith(app.call(getMe, {}), 'UNAUTHENTICATED');
  });

  it('of a session that never existed is refused', async () => {
    const { accessTokens } = app.service.context;
    const subject = { user_id: owner.id, tenant_id: owner.tenantId, email: owner.email, role: 'owner' } as const;
    const token = await accessTokens.sign(subject, 'sess_unknown');
    expect((await failsWith(app.call(getMe, {}, { token }), 'SESSION_ENDED')).reason).toBe('deleted');
  });

  it('grants nothing by its claims: the database decides', async () => {
    const member = await app.join(await app.login(owner), 'member');
    const { sessionId } = await app.service.context.callers.verify(member.token);
    const forged = await app.service.context.accessTokens.sign(
      { user_id: owner.id, tenant_id: 'tnt_other', email: owner.email, role: 'owner' },
      sessionId,
    );
    expect(await app.call(getMe, {}, { token: forged })).toMatchObject({ user_id: member.id, role: 'member' });
    await failsWith(
      app.call(contract.team.listInvitations, { tenant_id: owner.tenantId }, { token: forged }),
      'FORBIDDEN',
    );
  });
});
