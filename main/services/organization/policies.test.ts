import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/fixtures/audit.ts';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { invite } from '#e2e/fixtures/team.ts';
import { createTestService, type Person, type TestService, testPassword } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day, hour, minute, second } from '#shared/limits.ts';
import { purge } from '../../jobs/purge.ts';

const { getPolicies, updatePolicies } = contract.organization;

let app: TestService;
let owner: Person;
beforeEach(async () => {
  app = await createTestService();
  owner = await app.owner('owner@example.com');
});
afterEach(() => app.close());

type Change = Omit<RequestOf<typeof updatePolicies>, 'tenant_id'>;
const set = (change: Change, person = owner) =>
  app.call(updatePolicies, { tenant_id: person.tenantId, ...change }, { token: person.token });
const get = (person = owner) => app.call(getPolicies, { tenant_id: person.tenantId }, { token: person.token });
const by = ({ token }: Person) => ({ token });
const getMe = (person: Person) => app.call(contract.profile.getMe, {}, { token: person.token });
const refresh = (person: Person) => app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
const lastInvitation = (email: string) =>
  app.service.context.db.read
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
const policyEvents = async (person = owner) =>
  (await auditRows(app, person.tenantId)).filter(({ action }) => action === 'updatePolicies');

describe('policies of an organization', () => {
  it('are what the contract says until an owner changes them', async () => {
    expect(await get()).toEqual({
      session_idle_minutes: 30,
      session_max_hours: null,
      invitation_days: 7,
      default_role: 'member',
      second_factor_required: false,
      second_factor_grace_days: 7,
      second_factor_due_at: null,
      password_min_length: 8,
      refuse_common_passwords: false,
      mail_retention_days: 90,
      email_domains: [],
    });
  });

  it('are changed by owners, read by every member, and leave other organizations alone', async () => {
    const other = await app.owner();
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner);
    for (const person of [admin, member]) await failsWith(set({ invitation_days: 3 }, person), 'FORBIDDEN');
    const changed = await set({ invitation_days: 3 });
    for (const person of [owner, admin, member]) expect(await get(person)).toEqual(changed);
    expect(changed).toMatchObject({ invitation_days: 3, session_idle_minutes: 30 });
    expect((await get(other)).invitation_days).toBe(7);
  });

  it('write one audit row per change, with what was before and after', async () => {
    await set({ session_idle_minutes: 10, email_domains: ['Example.com', 'example.com'], default_role: 'member' });
    await set({ session_idle_minutes: 10 });
    await set({});
    const [event, ...more] = await policyEvents();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ actor_id: owner.id, target_kind: 'tenant', target_id: owner.tenantId });
    expect(JSON.parse(event?.details ?? '')).toEqual({
      session_idle_minutes_before: 30,
      session_idle_minutes: 10,
      email_domains_before: '',
      email_domains: 'example.com',
    });
  });

  it.each<[string, Change, string]>([
    ['an idle time above 30 minutes', { session_idle_minutes: 31 }, 'session_idle_minutes'],
    ['an idle time too short to read a page', { session_idle_minutes: 4 }, 'session_idle_minutes'],
    ['sessions of more than 30 days', { session_max_hours: 721 }, 'session_max_hours'],
    ['invitations that are never valid', { invitation_days: 0 }, 'invitation_days'],
    ['an address in place of a domain', { email_domains: ['ann@example.com'] }, 'email_domains.0'],
  ])('refuse %s', async (_name, change, path) => {
    const { errors } = await failsWith(set(change), 'VALIDATION_FAILED');
    expect(errors?.map((error) => error.path)).toEqual([path]);
    expect(await policyEvents()).toEqual([]);
  });
});

describe('limits of sessions', () => {
  it('end an idle session at the next request and refresh, to the second', async () => {
    const [one, two] = [await app.join(owner), await app.join(owner)];
    app.clock.advance(4 * minute);
    await set({ session_idle_minutes: 5 });
    app.clock.advance(1 * minute - 1 * second);
    await getMe(one);
    app.clock.advance(1 * second);
    expect(await failsWith(getMe(two), 'SESSION_ENDED')).toMatchObject({ reason: 'idle' });
    expect(await failsWith(refresh(two), 'REFRESH_TOKEN_INVALID')).toMatchObject({ reason: 'idle' });
    app.clock.advance(5 * minute - 1 * second);
    expect(await failsWith(refresh(one), 'REFRESH_TOKEN_INVALID')).toMatchObject({ reason: 'idle' });
  });

  it('end a session some hours after its sign-in, however active and refreshed', async () => {
    const person = await app.join(owner);
    const begun = app.clock.now();
    await set({ session_max_hours: 1 });
    for (let passed = 0; passed < 55; passed += 11) {
      app.clock.advance(11 * minute);
      await getMe(person);
    }
    const session = await app.call(contract.sessions.getSession, {}, { token: person.token });
    expect(session.expires_at).toBe(new Date(begun + 1 * hour).toISOString());
    const fresh = await refresh(person);
    app.clock.set(begun + 1 * hour - 1);
    await getMe({ ...person, token: fresh.access_token });
    app.clock.advance(1);
    expect(
      await failsWith(refresh({ ...person, refreshToken: fresh.refresh_token }), 'REFRESH_TOKEN_INVALID'),
    ).toMatchObject({ reason: 'expired' });
  });

  it('hold inside a transaction that began before', async () => {
    const { callers, db } = app.service.context;
    const caller = await callers.identify(owner.token, { ip: '127.0.0.1', background: false });
    await callers.flush();
    await set({ session_idle_minutes: 5 });
    await callers.flush();
    app.clock.advance(5 * minute);
    await expect(callers.reload(db.read, caller)).rejects.toMatchObject({ key: 'SESSION_ENDED' });
  });

  it('show the time that is left, and hide sessions that they ended', async () => {
    const person = await app.join(owner);
    await set({ session_idle_minutes: 5 });
    const left = await app.call(contract.sessions.getSession, {}, { token: person.token, background: true });
    expect([left.idle_logout_in, left.idle_timeout]).toEqual([5 * 60, 5 * 60]);
    const again = await app.login(person);
    app.clock.advance(4 * minute);
    await getMe(again);
    await getMe(owner);
    app.clock.advance(1 * minute);
    const { sessions } = await app.call(contract.sessions.listSessions, {}, { token: again.token });
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    const counted = { tenant_id: owner.tenantId };
    expect(await app.call(contract.sessions.countSessions, counted, { token: owner.token })).toEqual({
      sessions: 2,
      people: 2,
    });
    const preview = { tenant_id: owner.tenantId, user_ids: person.id };
    expect((await app.call(contract.team.previewRemoval, preview, { token: owner.token })).sessions).toBe(1);
  });

  it('are applied by the purge to their own organization only', async () => {
    let stranger = await app.owner();
    await set({ session_idle_minutes: 5, session_max_hours: 1 });
    const reasons = async () =>
      (await app.service.context.db.read.selectFrom('sessions').select(['user_id', 'end_reason']).execute()).map(
        ({ user_id, end_reason }) => [user_id, end_reason],
      );
    app.clock.advance(5 * minute);
    await purge(app.service.context);
    expect(await reasons()).toEqual([
      [owner.id, 'idle'],
      [stranger.id, null],
    ]);
    const again = await app.login(owner);
    for (let passed = 0; passed < 60; passed += 4) {
      await getMe(again);
      stranger = { ...stranger, refreshToken: (await refresh(stranger)).refresh_token };
      app.clock.advance(4 * minute);
    }
    await purge(app.service.context);
    expect((await reasons()).map(([, reason]) => reason).sort()).toEqual(['expired', 'idle', null]);
  });
});

describe('policies of invitations', () => {
  it('set how long new and resent ones are valid, and leave earlier ones as they were', async () => {
    const early = await invite(app, owner, 'early@example.com');
    const start = app.clock.now();
    expect(Date.parse(early.expires_at)).toBe(start + 7 * day);
    await set({ invitation_days: 2 });
    expect(Date.parse((await invite(app, owner, 'late@example.com')).expires_at)).toBe(start + 2 * day);
    await app.call(
      contract.team.resendInvitation,
      { tenant_id: owner.tenantId, invitation_id: early.invitation_id },
      { token: owner.token },
    );
    expect((await lastInvitation('early@example.com')).expires_at).toBe(start + 2 * day);
  });

  it('give invitations without a role the default one, if the caller may grant it', async () => {
    await set({ default_role: 'admin' });
    const emails = ['one@example.com'];
    const { results } = await app.call(
      contract.team.inviteMembers,
      { tenant_id: owner.tenantId, emails },
      { token: owner.token },
    );
    expect(results).toMatchObject([{ email: 'one@example.com', ok: true }]);
    expect(await lastInvitation('one@example.com')).toMatchObject({ role: 'admin' });
  });

  it('refuse other domains when inviting, sending again and accepting', async () => {
    const waiting = await invite(app, owner, 'ann@elsewhere.org');
    const token = await app.mailedToken('ann@elsewhere.org', 'invitation');
    await set({ email_domains: ['example.com', 'bücher.example'] });
    expect((await get()).email_domains).toEqual(['example.com', 'xn--bcher-kva.example']);
    await failsWith(invite(app, owner, 'bob@elsewhere.org'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(invite(app, owner, 'bob@sub.example.com'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(
      app.call(
        contract.team.resendInvitation,
        { tenant_id: owner.tenantId, invitation_id: waiting.invitation_id },
        { token: owner.token },
      ),
      'EMAIL_DOMAIN_NOT_ALLOWED',
    );
    const acceptance = { token, name: 'Ann', password: testPassword };
    await failsWith(app.call(contract.team.acceptInvitation, acceptance), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await invite(app, owner, 'bob@EXAMPLE.com');
    await invite(app, owner, 'carl@bücher.example');
    await set({ email_domains: [] });
    await app.call(contract.team.acceptInvitation, acceptance);
  });
});

describe('rules of passwords', () => {
  const long = 'a rather long passphrase';
  const change = (person: Person, new_password: string) =>
    app.call(
      contract.auth.changePassword,
      { current_password: person.password, new_password },
      { token: person.token },
    );
  const weak = async (call: Promise<unknown>) => (await failsWith(call, 'WEAK_PASSWORD')).params;

  it('hold for changes, resets and invitations, and not for passwords that are in use', async () => {
    const guest = await invite(app, owner, 'guest@example.com');
    const invitation = await app.mailedToken(guest.email, 'invitation');
    await app.call(contract.auth.forgotPassword, { email: owner.email });
    const reset = await app.mailedToken(owner.email, 'password_reset');
    await set({ password_min_length: 20 });
    // A letter outside of the basic plane counts once.
    const short = '𝒶 short one of 19 c';
    expect([...short].length).toBe(19);
    expect(await weak(change(owner, short))).toEqual({ min: 20 });
    expect(await weak(app.call(contract.auth.resetPassword, { token: reset, new_password: short }))).toEqual({
      min: 20,
    });
    const acceptance = { token: invitation, name: 'Guest', password: short };
    expect(await weak(app.call(contract.team.acceptInvitation, acceptance))).toEqual({ min: 20 });
    owner = await app.login(owner);
    await app.call(contract.team.acceptInvitation, { ...acceptance, password: long });
    await app.call(contract.auth.resetPassword, { token: reset, new_password: long });
  });

  it('refuse common passwords even with the characters that the contract recommends', async () => {
    await set({ refuse_common_passwords: true });
    expect(await failsWith(change(owner, 'Password1'), 'WEAK_PASSWORD')).toMatchObject({ reason: 'common' });
    await set({ refuse_common_passwords: false });
    await change(owner, 'Password1');
  });
});

describe('retention of emails', () => {
  it('deletes those of its own organization, by age', async () => {
    const stranger = await app.owner('stranger@example.com');
    await set({ mail_retention_days: 7 });
    const recipients = async () => {
      await purge(app.service.context);
      const rows = await app.service.context.db.read
        .selectFrom('mails')
        .select('recipient')
        .orderBy('recipient')
        .execute();
      return rows.map(({ recipient }) => recipient);
    };
    app.clock.advance(7 * day);
    expect(await recipients()).toEqual([owner.email, stranger.email]);
    app.clock.advance(1);
    expect(await recipients()).toEqual([stranger.email]);
    await app.call(
      updatePolicies,
      { tenant_id: stranger.tenantId, mail_retention_days: 365 },
      by(await app.login(stranger)),
    );
    app.clock.advance(365 * day - 7 * day - 1);
    expect(await recipients()).toEqual([stranger.email]);
    app.clock.advance(1);
    expect(await recipients()).toEqual([]);
  });
});

describe('allowed domains', () => {
  const change = (person: Person, new_email: string) =>
    app.call(contract.profile.changeEmail, { new_email, password: person.password }, { token: person.token });

  it('hold for changes of address, also for those that wait for their verification', async () => {
    const person = await app.join(owner, 'member', 'person@elsewhere.org');
    await change(person, 'person@else.example');
    const token = await app.mailedToken('person@else.example', 'verification');
    await set({ email_domains: ['example.com'] });
    await failsWith(change(person, 'other@elsewhere.org'), 'EMAIL_DOMAIN_NOT_ALLOWED');
    await failsWith(app.call(contract.auth.verifyEmail, { token }), 'EMAIL_DOMAIN_NOT_ALLOWED');
    expect((await getMe(person)).email).toBe('person@elsewhere.org');
    expect((await change(person, 'person@elsewhere.org')).email_verification_sent).toBe(false);
    await change(person, 'person@example.com');
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken('person@example.com', 'verification') });
    expect((await getMe(person)).email).toBe('person@example.com');
  });
});
