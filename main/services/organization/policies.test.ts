import { beforeEach, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type PolicyChange, setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService());
let owner: Person;
beforeEach(async () => {
  owner = await app.owner('owner@example.com');
});

const set = (change: PolicyChange, person = owner) => setPolicies(app, person, change);
const get = (person = owner) =>
  app.call(contract.organization.getPolicies, { tenant_id: person.tenantId }, { token: person.token });
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
      confirm_sensitive_changes: false,
      mail_retention_days: 90,
      audit_retention_days: null,
      trusted_device_days: 0,
      email_sign_in: false,
      email_domains: [],
      verified_email_required: false,
      invitations_need_verified_email: false,
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

  it.each<[string, PolicyChange, string]>([
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

  it('refuse passwords that are easy to guess even with the characters that the contract recommends', async () => {
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
      const rows = await tablesOf(app.service.context.db.read)
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
    await set({ mail_retention_days: 365 }, await app.login(stranger));
    app.clock.advance(365 * day - 7 * day - 1);
    expect(await recipients()).toEqual([stranger.email]);
    app.clock.advance(1);
    expect(await recipients()).toEqual([]);
  });
});
