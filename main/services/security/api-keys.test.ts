import { describe, expect, it } from 'vitest';
import { createKey, seedApiKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { apiKeyLimits, day, lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { keyScopes } from '#shared/rules/permissions.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { createApiKey, getApiKey, listApiKeys, revokeApiKey } = contract.security;
const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const storedKeys = (userId: string) =>
  tablesOf(app.service.context.db.read).selectFrom('api_keys').selectAll().where('user_id', '=', userId).execute();
const me = (key: string) => app.call(getMe, {}, { token: key });
const list = async ({ token }: Person) => (await app.call(listApiKeys, {}, { token })).api_keys;
const iso = (instant: number) => new Date(instant).toISOString();

describe('creating an API key', () => {
  it('requires the password, shows the key once, and stores a hash and its first characters', async () => {
    const person = await app.owner();
    await failsWith(createKey(app, person, { password: 'wrong' }), 'CURRENT_PASSWORD_INVALID');
    expect(await storedKeys(person.id)).toEqual([]);
    const { key, api_key } = await createKey(app, person, { name: 'Backup', scopes: ['self', 'team.read', 'self'] });
    expect(key).toMatch(/^castellan_[\w-]{43}$/);
    expect(api_key).toEqual({
      key_id: expect.stringMatching(/^key_[\w-]{22}$/),
      name: 'Backup',
      prefix: key.slice(0, 16),
      scopes: ['self', 'team.read'],
      created_at: iso(app.clock.now()),
      expires_at: null,
      last_used: null,
    });
    expect(await list(person)).toEqual([api_key]);
    const read = ({ token }: Person) => app.call(getApiKey, { key_id: api_key.key_id }, { token });
    expect(await read(person)).toEqual(api_key);
    await failsWith(read(await app.join(person)), 'NOT_FOUND');
    expect(JSON.stringify(await storedKeys(person.id))).not.toContain(key.slice(16));
    expect((await me(key)).user_id).toBe(person.id);
  });

  it('rejects an empty list of scopes, unknown scopes, scopes reserved for people, and scopes beyond the role', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const scopes = ['sessions.manage', 'ownership.transfer', 'second_factor.reset', 'unknown'];
    for (const scope of scopes) {
      await failsWith(createKey(app, owner, { scopes: [scope as 'self'] }), 'VALIDATION_FAILED');
    }
    await failsWith(createKey(app, owner, { scopes: [] }), 'VALIDATION_FAILED');
    const { errors } = await failsWith(createKey(app, member, { scopes: ['team.manage'] }), 'VALIDATION_FAILED');
    expect(errors?.[0]?.path).toBe('scopes');
    expect(await storedKeys(member.id)).toEqual([]);
    await createKey(app, owner, { scopes: [...keyScopes] });
  });

  it('is limited to 50 keys, even concurrently; revoking one allows another', async () => {
    const person = await app.owner();
    const { context } = app.service;
    for (let count = 0; count < apiKeyLimits.perUser - 2; count += 1) {
      await seedApiKey(context, context.db.write, person.id, ['self']);
    }
    // Three at once: of one user, at most two password checks wait.
    const { ok, TOO_MANY_API_KEYS } = await countOutcomes(times(3, () => createKey(app, person)));
    expect([ok, TOO_MANY_API_KEYS, (await storedKeys(person.id)).length]).toEqual([2, 1, 50]);
    const [first] = await list(person);
    await app.call(revokeApiKey, { key_id: first?.key_id ?? '' }, { token: person.token });
    await createKey(app, person);
  });

  it('accepts an end of a day to a year, and the key works exactly until then', async () => {
    const person = await app.owner();
    for (const expires_in_days of [0, 366, 1.5]) {
      await failsWith(createKey(app, person, { expires_in_days }), 'VALIDATION_FAILED');
    }
    const { key, api_key } = await createKey(app, person, { expires_in_days: 365 });
    expect(api_key.expires_at).toBe(iso(app.clock.now() + 365 * day));
    app.clock.advance(365 * day - 1 * second);
    await me(key);
    app.clock.advance(1 * second);
    await failsWith(me(key), 'TOKEN_EXPIRED');
    expect((await list(await app.login(person))).map(({ key_id }) => key_id)).toEqual([api_key.key_id]);
  });
});

describe('an API key', () => {
  it.each(['castellan_', `castellan_${'A'.repeat(43)}`, 'castellan_x.y.z'])('is rejected as %s', async (key) => {
    await failsWith(me(key), 'TOKEN_INVALID');
  });

  it('of an owner can act on everyone but owners, and grants only the role member', async () => {
    const owner = await app.owner();
    const [coOwner, member] = [await app.join(owner, 'owner'), await app.join(owner)];
    const admin = await app.join(owner, 'admin');
    const { key: token } = await createKey(app, owner, { scopes: ['team.manage'] });
    const { tenantId: tenant_id } = owner;
    const { changeRole, removeMember, inviteMember, revokeInvitation } = contract.team;
    const change = (user_id: string, role: 'owner' | 'admin' | 'member') =>
      app.call(changeRole, { tenant_id, user_id, role }, { token });
    await failsWith(change(member.id, 'owner'), 'ROLE_NOT_ALLOWED');
    await failsWith(change(coOwner.id, 'admin'), 'ROLE_NOT_ALLOWED');
    await failsWith(app.call(removeMember, { tenant_id, user_id: coOwner.id }, { token }), 'ROLE_NOT_ALLOWED');
    const invitee = { tenant_id, email: 'crown@example.com', role: 'owner' } as const;
    await failsWith(app.call(inviteMember, invitee, { token }), 'ROLE_NOT_ALLOWED');
    const { invitation_id } = await app.call(inviteMember, invitee, { token: owner.token });
    await failsWith(app.call(revokeInvitation, { tenant_id, invitation_id }, { token }), 'ROLE_NOT_ALLOWED');
    await failsWith(change(member.id, 'admin'), 'API_KEY_REFUSED');
    await change(admin.id, 'member');
    await app.call(removeMember, { tenant_id, user_id: member.id }, { token });
  });

  it('follows a role change on the next call', async () => {
    const owner = await app.owner();
    const admin = await app.join(owner, 'admin');
    const { tenantId: tenant_id } = owner;
    const { key } = await createKey(app, admin, { scopes: ['mail.manage'] });
    const mails = () => app.call(contract.mail.listMails, { tenant_id }, { token: key });
    await mails();
    const at = { tenant_id, user_id: admin.id };
    await app.call(contract.team.changeRole, { ...at, role: 'member' }, { token: owner.token });
    await failsWith(mails(), 'FORBIDDEN');
    await app.call(contract.team.changeRole, { ...at, role: 'admin' }, { token: owner.token });
    await mails();
  });

  it('is not a session: it keeps none alive, is no activity, and outlives them', async () => {
    const person = await app.owner();
    const { key } = await createKey(app, person);
    const before = await openSessions(app, person.id);
    for (let passed = 0; passed < lifetimesMs.idleLogout; passed += 10 * minute) {
      app.clock.advance(10 * minute);
      await me(key);
    }
    expect((await failsWith(me(person.token), 'SESSION_ENDED')).reason).toBe('idle');
    expect((await openSessions(app, person.id)).length).toBeLessThan(before.length);
    await me(key);
    const back = await app.login(person);
    const { sessions } = await app.call(contract.sessions.listSessions, {}, { token: back.token });
    expect(sessions).toHaveLength(1);
  });

  it('shows its last use to the minute, written at most once a minute', async () => {
    const person = await app.owner();
    const { key, api_key } = await createKey(app, person);
    const { context } = app.service;
    const stored = async () => (await storedKeys(person.id))[0]?.last_used_at;
    const shown = async () => (await list(await app.login(person)))[0]?.last_used;
    await me(key);
    const first = app.clock.now();
    expect([await stored(), await shown()]).toEqual([null, iso(first)]);
    await context.callers.flush();
    expect(await stored()).toBe(first);
    app.clock.advance(apiKeyLimits.lastUsedDelayMs - 1);
    await me(key);
    await context.callers.flush();
    expect(await stored()).toBe(first);
    app.clock.advance(1);
    await me(key);
    await app.restart();
    expect([await stored(), await shown()]).toEqual([app.clock.now(), iso(app.clock.now())]);
    expect(api_key.last_used).toBeNull();
  });
});

describe('an API key becomes invalid on its next call', () => {
  const warm = async (person: Person, scopes = keyScopes.slice(0, 2)) => {
    const { key, api_key } = await createKey(app, person, { scopes });
    await me(key);
    return { key, id: api_key.key_id };
  };

  it('once it is revoked, which only its user can do', async () => {
    const [person, stranger] = [await app.owner(), await app.owner()];
    const { key, id } = await warm(person);
    const revoke = ({ token }: Person) => app.call(revokeApiKey, { key_id: id }, { token });
    await failsWith(revoke(stranger), 'NOT_FOUND');
    await me(key);
    await revoke(person);
    await failsWith(me(key), 'TOKEN_INVALID');
    await failsWith(revoke(person), 'NOT_FOUND');
  });

  it("once its user is gone or must not act, whatever the key's own row says", async () => {
    const person = await app.owner();
    const { key } = await warm(person);
    const { db } = app.service.context;
    const set = (status: 'active' | 'removed') =>
      tablesOf(db.write).updateTable('users').set({ status }).where('id', '=', person.id).execute();
    await set('removed');
    await failsWith(me(key), 'TOKEN_INVALID');
    await set('active');
    await me(key);
    await tablesOf(db.write).deleteFrom('users').where('id', '=', person.id).execute();
    await failsWith(me(key), 'TOKEN_INVALID');
  });

  it('once the password is changed without keeping it', async () => {
    const person = await app.owner();
    const first = await warm(person);
    const change = { current_password: person.password, new_password: 'tall orange lighthouse' };
    await app.call(contract.auth.changePassword, { ...change, keep_api_keys: true }, { token: person.token });
    await me(first.key);
    const changed = await app.call(
      contract.auth.changePassword,
      { current_password: change.new_password, new_password: person.password },
      { token: person.token },
    );
    expect(changed.message).toContain('Your API key was revoked.');
    await failsWith(me(first.key), 'TOKEN_INVALID');
  });
});

describe('the export of an account', () => {
  it('contains keys and two-factor authentication, without their secrets', async () => {
    const person = await app.owner();
    const { key, api_key } = await createKey(app, person);
    const answer = await app.call(contract.profile.exportMe, {}, { token: person.token });
    expect([answer.api_keys, answer.second_factor]).toEqual([[api_key], false]);
    expect(JSON.stringify(answer)).not.toContain(key);
  });

  it('is the same with a key, except for the current session', async () => {
    const person = await app.owner();
    const { key } = await createKey(app, person);
    const answer = await app.call(contract.profile.exportMe, {}, { token: key });
    expect(answer.sessions.map(({ current }) => current)).toEqual([false]);
  });
});

describe('creating an API key while the account changes', () => {
  it('is refused if the password was changed meanwhile', async () => {
    const person = await app.owner();
    const change = { current_password: person.password, new_password: 'tall orange lighthouse' };
    await app.call(contract.auth.changePassword, change, { token: person.token });
    const input = { name: 'Late', scopes: ['self' as const], password: person.password };
    await failsWith(app.call(createApiKey, input, { token: person.token }), 'CURRENT_PASSWORD_INVALID');
    expect(await storedKeys(person.id)).toEqual([]);
  });
});
