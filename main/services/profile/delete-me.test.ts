import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { countOutcomes } from '#e2e/fixtures/outcomes.ts';
import { perFile } from '#e2e/fixtures/prepared.ts';
import { openSessions, openTokens, storedUser } from '#e2e/fixtures/rows.ts';
import { createTestService, type Person, testPassword } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day, lifetimesMs, second } from '#shared/limits.ts';
import { tablesOf } from '../../database/tables.ts';
import { purge } from '../../jobs/purge.ts';
import { bearerCall } from '../calls.ts';
import { deleteMe as deleteMeHandler } from './delete-me.ts';

const { deleteMe, getMe } = contract.profile;
const { login, signup } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const leave = (person: Person, confirmation = 'DELETE', password = person.password) =>
  app.call(deleteMe, { confirmation, password }, { token: person.token });
const signIn = (person: Person) => app.call(login, { email: person.email, password: person.password });
const activeOwners = async (tenantId: string) => {
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
};
const setRole = (host: Person, person: Person, role: 'owner' | 'admin' | 'member') =>
  app.call(contract.team.changeRole, { tenant_id: host.tenantId, user_id: person.id, role }, { token: host.token });

/** All text in all tables, to search for data that should be gone. */
const everything = async (): Promise<string> => {
  const { db } = app.service.context;
  const tables = [
    'users',
    'tenants',
    'sessions',
    'one_time_tokens',
    'invitations',
    'invitation_workspaces',
    'workspaces',
    'workspace_members',
    'mails',
    'mail_requests',
  ] as const;
  const rows = await Promise.all(tables.map((table) => tablesOf(db.read).selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
};

describe('delete me (seed 000 §4 #19, §3)', () => {
  it('schedules the deletion 30 days ahead and ends the access of every session at once', async () => {
    const person = await app.owner();
    const other = await app.login(person);
    const answer = await leave(person);
    expect(answer).toEqual({
      success: true,
      scheduled_deletion: new Date(app.clock.now() + 30 * day).toISOString(),
      message: expect.any(String),
    });
    for (const { token, refreshToken } of [person, other]) {
      expect((await failsWith(app.call(getMe, {}, { token }), 'SESSION_ENDED')).reason).toBe('deleted');
      const late = app.call(contract.auth.refresh, { refresh_token: refreshToken });
      expect((await failsWith(late, 'REFRESH_TOKEN_INVALID')).reason).toBe('deleted');
    }
    expect(await openSessions(app, person.id)).toEqual([]);
    const row = await storedUser(app, person.id);
    expect(row).toMatchObject({ status: 'pending_deletion', delete_at: app.clock.now() + lifetimesMs.deletionGrace });
  });

  it.each(['', 'delete', 'Delete', 'DELETE ', ' DELETE', 'DELETE\n', 'DELETED', 'yes'])(
    'rejects the confirmation %j',
    async (confirmation) => {
      const person = await app.owner();
      await failsWith(leave(person, confirmation), 'CONFIRMATION_REQUIRED');
      expect((await storedUser(app, person.id)).status).toBe('active');
    },
  );

  it('rejects a wrong or missing password, and a confirmation that is not text', async () => {
    const person = await app.owner();
    await failsWith(leave(person, 'DELETE', 'wrong'), 'CURRENT_PASSWORD_INVALID');
    await failsWith(leave(person, 'DELETE', ''), 'VALIDATION_FAILED');
    const missing = { password: person.password } as RequestOf<typeof deleteMe>;
    await failsWith(app.call(deleteMe, missing, { token: person.token }), 'VALIDATION_FAILED');
    await failsWith(leave(person, true as unknown as string), 'VALIDATION_FAILED');
    expect((await storedUser(app, person.id)).status).toBe('active');
    await app.call(getMe, {}, { token: person.token });
  });

  it('voids every link of the account, and the invitations of a tenant that is deleted with it', async () => {
    const person = await app.owner();
    const email = 'invited.in.vain@example.com';
    await app.call(contract.auth.forgotPassword, { email: person.email });
    const at = { tenant_id: person.tenantId, email, role: 'member' as const };
    await app.call(contract.team.inviteMember, at, { token: person.token });
    const invitation = await app.mailedToken(email, 'invitation');
    expect(await openTokens(app, person.id)).toEqual(['reset_password', 'verify_email']);
    await leave(person);
    expect(await openTokens(app, person.id)).toEqual([]);
    const accept = { token: invitation, name: 'Late', password: testPassword };
    await failsWith(app.call(contract.team.acceptInvitation, accept), 'LINK_INVALID');
  });

  it("schedules the tenant's deletion with its last member, but not if others remain", async () => {
    const [alone, host] = [await app.owner(), await app.owner()];
    const member = await app.join(host);
    await leave(alone);
    await leave(member);
    const { db, clock } = app.service.context;
    const deleteAt = async (id: string) =>
      (await tablesOf(db.read).selectFrom('tenants').select('delete_at').where('id', '=', id).executeTakeFirst())
        ?.delete_at;
    expect(await deleteAt(alone.tenantId)).toBe(clock.now() + lifetimesMs.deletionGrace);
    expect(await deleteAt(host.tenantId)).toBeNull();
    await app.call(getMe, {}, { token: host.token });
  });
});

describe('the last owner', () => {
  it('must stay while others remain, and is told who could take over', async () => {
    const owner = await app.owner();
    const [admin, member] = [await app.join(owner, 'admin'), await app.join(owner)];
    const { candidates } = await failsWith(leave(owner), 'LAST_OWNER');
    expect(candidates).toEqual([
      { user_id: admin.id, name: admin.name },
      { user_id: member.id, name: member.name },
    ]);
    await app.call(getMe, {}, { token: owner.token });
    await setRole(owner, member, 'owner');
    await leave(owner);
    expect(await activeOwners(owner.tenantId)).toEqual([member.id]);
  });

  it('is one of two who leave at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await app.owner();
      const second_ = await app.join(owner, 'owner');
      expect(await countOutcomes([leave(owner), leave(second_)])).toEqual({ ok: 1, LAST_OWNER: 1 });
      expect(await activeOwners(owner.tenantId)).toHaveLength(1);
    }
  });

  it('includes a user who becomes the owner while their own deletion checks the password', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const { context } = app.service;
    const before = await context.callers.identify(member.token, { background: false });
    await setRole(owner, member, 'owner');
    await setRole(owner, owner, 'admin');
    const client = { ip: '127.0.0.1', userAgent: '', background: false, requestId: 'req_test' };
    const input = { confirmation: 'DELETE', password: member.password };
    const call = bearerCall(context, contract.profile.deleteMe, client, before);
    await failsWith(deleteMeHandler(context, input, call), 'LAST_OWNER');
    expect(await activeOwners(owner.tenantId)).toEqual([member.id]);
  });
});

describe('the end of the grace period', () => {
  it('deletes all data at 30 days, not a second earlier, however late the purge runs', async () => {
    const person = await app.owner();
    const workspace = { tenant_id: person.tenantId, name: 'Doomed' };
    await app.call(contract.workspaces.createWorkspace, workspace, { token: person.token });
    const invite = { tenant_id: person.tenantId, email: 'guest.of.doomed@example.com', role: 'member' as const };
    await app.call(contract.team.inviteMember, invite, { token: person.token });
    await leave(person);
    app.clock.advance(lifetimesMs.deletionGrace - 1 * second);
    await purge(app.service.context);
    expect((await storedUser(app, person.id)).status).toBe('pending_deletion');
    app.clock.advance(1 * second);
    await purge(app.service.context);
    const left = await everything();
    const traces = [person.id, person.tenantId, person.email, 'Doomed', 'guest.of.doomed'];
    expect(traces.filter((trace) => left.includes(trace))).toEqual([]);
    await failsWith(signIn(person), 'INVALID_CREDENTIALS');
    const again = { email: person.email, name: 'Again', password: testPassword, company_name: 'Again' };
    const fresh = await app.call(signup, again);
    expect(fresh.user_id).not.toBe(person.id);
  });

  it('leaves no trace of an invited member, and everything that belongs to others', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const workspace = { tenant_id: owner.tenantId, name: 'Shared' };
    const { workspace_id } = await app.call(contract.workspaces.createWorkspace, workspace, { token: owner.token });
    const before = app.service.context.db.write;
    await tablesOf(before)
      .updateTable('workspaces')
      .set({ owner_id: member.id })
      .where('id', '=', workspace_id)
      .execute();
    await leave(member);
    app.clock.advance(lifetimesMs.deletionGrace);
    await app.restart();
    await purge(app.service.context);
    const left = await everything();
    expect([member.id, member.email].filter((trace) => left.includes(trace))).toEqual([]);
    expect((await storedUser(app, owner.id)).status).toBe('active');
    const row = await tablesOf(app.service.context.db.read)
      .selectFrom('workspaces')
      .select('owner_id')
      .where('id', '=', workspace_id)
      .executeTakeFirst();
    expect(row).toEqual({ owner_id: owner.id });
  });

  it('is applied by a service that was off meanwhile', async () => {
    const person = await app.owner();
    await leave(person);
    app.clock.advance(365 * day);
    await app.restart();
    await purge(app.service.context);
    expect((await everything()).includes(person.email)).toBe(false);
  });
});
