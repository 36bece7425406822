import { describe, expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { seedPasskey } from '#e2e/support/passkeys.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { setUser } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { MemberRisk } from '#shared/contract/security/list-members-at-risk.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { auth, mail, profile, security, sessions, team } = contract;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));

const of = (person: Person) => ({ tenant_id: owner.tenantId, user_id: person.id });
const by = (person: Person) => ({ token: person.token });

it('only the operator enables what the operator disabled, also where an admin had disabled it before', async () => {
  const disabledBy = async () => (await app.call(team.getMember, of(member), by(admin))).disabled_by;
  const { id: user } = member;
  await app.call(team.disableMember, of(member), by(admin));
  expect(await disabledBy()).toBe('admin');
  await operate(app, 'user disable', { user });
  expect(await disabledBy()).toBe('operator');
  await expect(operate(app, 'user disable', { user })).rejects.toThrow('is disabled already');
  for (const person of [admin, owner]) {
    const refusal = await failsWith(app.call(team.enableMember, of(member), by(person)), 'STATE_CONFLICT');
    expect(refusal.reason).toBe('disabled_by_operator');
  }
  await failsWith(app.call(auth.login, { email: member.email, password: testPassword }), 'ACCOUNT_DISABLED');
  await operate(app, 'user enable', { user });
  expect(await disabledBy()).toBeNull();
  await app.call(team.disableMember, of(member), by(admin));
  await operate(app, 'user enable', { user });
  await app.call(auth.login, { email: member.email, password: testPassword });
});

it('a removed account is no longer disabled by anyone', async () => {
  await operate(app, 'user disable', { user: member.id });
  await app.call(team.removeMember, of(member), by(admin));
  expect(await app.call(team.getMember, of(member), by(admin))).toMatchObject({ status: 'removed', disabled_by: null });
});

describe("an owner who isn't an operator", () => {
  const lettingIn = {
    createMemberLink: (person: Person) =>
      app.call(team.createMemberLink, { ...of(member), purpose: 'reset_password' }, by(person)),
    markEmailVerified: (person: Person) => app.call(team.markEmailVerified, of(member), by(person)),
    resetMemberSecondFactor: (person: Person) => app.call(security.resetMemberSecondFactor, of(member), by(person)),
    revealMailLink: async (person: Person) => {
      app.clock.advance(1);
      await app.call(auth.forgotPassword, { email: member.email });
      await app.service.mailWorker.drain();
      const { mails } = await app.call(mail.listMails, { tenant_id: owner.tenantId, q: member.email }, by(owner));
      const mail_id = mails.find(({ kind }) => kind === 'password_reset')?.mail_id ?? '';
      return app.call(mail.revealMailLink, { tenant_id: owner.tenantId, mail_id }, by(person));
    },
  };

  it.each(Object.entries(lettingIn))('gets nothing that lets them in as one: %s', async (_name, act) => {
    const second = await app.join(owner, 'owner');
    await setUser(app, member.id, { email_verified: 0, email_verified_by: null });
    await seedPasskey(app.service.context, app.service.context.db.write, member.id);
    await operate(app, 'operator add', { user: member.id });
    await failsWith(act(second), 'ROLE_NOT_ALLOWED');
    // The founder of the first organization is an operator, too.
    await act(owner);
    await operate(app, 'operator remove', { user: member.id });
  });

  it('may still take authority away from one', async () => {
    const second = await app.join(owner, 'owner');
    await operate(app, 'operator add', { user: member.id });
    await app.call(team.disableMember, of(member), by(second));
    await app.call(team.enableMember, of(member), by(second));
    await app.call(team.removeMember, of(member), by(second));
    const operators = await tablesOf(app.service.context.db.read).selectFrom('operators').select('user_id').execute();
    expect(operators).toEqual([{ user_id: owner.id }]);
  });
});

it('no one disables their own account, and admins no owner', async () => {
  await failsWith(app.call(team.disableMember, of(owner), by(owner)), 'STATE_CONFLICT');
  await failsWith(app.call(team.disableMember, of(owner), by(admin)), 'ROLE_NOT_ALLOWED');
  await failsWith(app.call(team.enableMember, of(owner), by(admin)), 'ROLE_NOT_ALLOWED');
  await failsWith(app.call(team.markEmailVerified, of(owner), by(admin)), 'ROLE_NOT_ALLOWED');
});

it('an admin vouches for an address once, and never for their own', async () => {
  const { db } = app.service.context;
  await tablesOf(db.write).updateTable('users').set({ email_verified: 0 }).execute();
  await app.call(team.markEmailVerified, of(member), by(admin));
  expect((await app.call(team.getMember, of(member), by(admin))).email_verified).toBe(true);
  await failsWith(app.call(team.markEmailVerified, of(member), by(admin)), 'STATE_CONFLICT');
  await failsWith(app.call(team.markEmailVerified, of(admin), by(admin)), 'STATE_CONFLICT');
});

it('signs a member out everywhere, and oneself everywhere else', async () => {
  await app.call(auth.login, { email: member.email, password: testPassword });
  expect(await app.call(sessions.revokeMemberSessions, of(member), by(admin))).toEqual({ ended: 2 });
  await failsWith(app.call(profile.getMe, {}, by(member)), 'SESSION_ENDED');
  await app.call(auth.login, { email: admin.email, password: testPassword });
  expect(await app.call(sessions.revokeMemberSessions, of(admin), by(admin))).toEqual({ ended: 1 });
  await app.call(profile.getMe, {}, by(admin));
});

it("lists everyone's sessions, searched by name or address", async () => {
  const at = { tenant_id: owner.tenantId };
  const all = await app.call(sessions.listTeamSessions, at, by(admin));
  expect(all.total).toBe(3);
  expect(all.sessions.filter(({ current }) => current).map(({ user_id }) => user_id)).toEqual([admin.id]);
  const found = await app.call(sessions.listTeamSessions, { ...at, q: member.email.slice(0, 8) }, by(admin));
  expect(found.sessions.map(({ email }) => email)).toContain(member.email);
  expect(found.total).toBe(found.sessions.length);
  const stranger = await app.owner();
  await failsWith(app.call(sessions.listTeamSessions, at, by(stranger)), 'NOT_FOUND');
});

it("lists and revokes a member's keys", async () => {
  const key = { name: 'Tool', scopes: ['self' as const], password: testPassword };
  const { api_key } = await app.call(security.createApiKey, key, by(member));
  const { key_id } = api_key;
  const listed = await app.call(security.listMemberApiKeys, of(member), by(admin));
  expect(listed.api_keys.map(({ name }) => name)).toEqual(['Tool']);
  await failsWith(app.call(security.revokeMemberApiKey, { ...of(owner), key_id }, by(admin)), 'ROLE_NOT_ALLOWED');
  await failsWith(app.call(security.revokeMemberApiKey, { ...of(admin), key_id }, by(admin)), 'NOT_FOUND');
  await app.call(security.revokeMemberApiKey, { ...of(member), key_id }, by(admin));
  expect((await app.call(security.listApiKeys, {}, by(member))).total).toBe(0);
});

it('the overview counts active members, and lists who needs attention', async () => {
  const { db } = app.service.context;
  const at = { tenant_id: owner.tenantId };
  await app.call(
    security.createApiKey,
    { name: 'Tool', scopes: ['self'], password: testPassword, expires_in_days: 10 },
    by(member),
  );
  await tablesOf(db.write).updateTable('users').set({ email_verified: 0 }).where('id', '=', member.id).execute();
  const old = app.clock.now() - 91 * day;
  await tablesOf(db.write).updateTable('users').set({ last_login_at: old }).where('id', '=', admin.id).execute();
  for (let n = 0; n < 7; n += 1) {
    await app.call(auth.login, { email: member.email, password: 'wrong' }).catch(() => {});
  }
  const overview = await app.call(security.getSecurityOverview, at, by(owner));
  expect(overview).toMatchObject({ members: 3, second_factors: 0, open_sessions: 3 });
  const risky = async (risk: MemberRisk, page: { q?: string; limit?: number; offset?: number } = {}) => {
    const { members, total } = await app.call(security.listMembersAtRisk, { ...at, risk, ...page }, by(admin));
    return { total, ids: members.map(({ user_id }) => user_id) };
  };
  expect(await risky('unverified')).toEqual({ total: 1, ids: [member.id] });
  expect(await risky('dormant')).toEqual({ total: 1, ids: [admin.id] });
  const everyone = await risky('no_second_factor');
  expect(everyone.ids.toSorted()).toEqual([owner.id, admin.id, member.id].toSorted());
  expect(await risky('no_second_factor', { limit: 1, offset: 2 })).toEqual({ total: 3, ids: everyone.ids.slice(2) });
  expect(await risky('no_second_factor', { q: member.email })).toEqual({ total: 1, ids: [member.id] });
  await failsWith(app.call(security.listMembersAtRisk, { ...at, risk: 'dormant' }, by(member)), 'FORBIDDEN');
  await failsWith(app.call(security.listMembersAtRisk, { ...at, risk: 'dormant' }, by(await app.owner())), 'NOT_FOUND');
  expect(overview.unverified).toMatchObject({ total: 1, members: [{ user_id: member.id }] });
  expect(overview.dormant).toMatchObject({ total: 1, members: [{ user_id: admin.id }] });
  expect(overview.expiring_keys).toMatchObject([{ name: 'Tool', user_id: member.id }]);
  expect(overview.failures.days).toHaveLength(30);
  expect(overview.failures.days.at(-1)).toMatchObject({ sign_ins: expect.any(Number) });
  expect(overview.failures.days.at(-1)?.lockouts).toBeGreaterThan(0);
  expect(overview.failures.latest[0]).toMatchObject({ user_id: member.id, email: member.email });
  await app.call(team.disableMember, of(member), by(owner));
  expect(await app.call(security.getSecurityOverview, at, by(owner))).toMatchObject({
    members: 2,
    unverified: { total: 0 },
    expiring_keys: [],
  });
});

it('both an authenticator app and a passkey protect an account', async () => {
  const at = { tenant_id: owner.tenantId };
  await enrol(app, admin);
  expect(await app.call(security.getSecurityOverview, at, by(owner))).toMatchObject({ members: 3, second_factors: 1 });
  await seedPasskey(app.service.context, app.service.context.db.write, member.id);
  expect(await app.call(security.getSecurityOverview, at, by(owner))).toMatchObject({ members: 3, second_factors: 2 });
  const left = await app.call(security.listMembersAtRisk, { ...at, risk: 'no_second_factor' }, by(owner));
  expect(left).toMatchObject({ total: 1, members: [{ user_id: owner.id }] });
});
