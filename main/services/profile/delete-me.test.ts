import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { requirePerson } from '#main/security/caller.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { bearerCall } from '../calls.ts';
import { deleteMe as deleteMeHandler } from './delete-me.ts';

const { deleteMe, getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const leave = (person: Person, confirmation = 'DELETE', password = person.password) =>
  app.call(deleteMe, { confirmation, password }, { token: person.token });
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
    const before = requirePerson(await context.callers.identify(member.token, { background: false, ip: '127.0.0.1' }));
    await setRole(owner, member, 'owner');
    await setRole(owner, owner, 'admin');
    const client = { ip: '127.0.0.1', userAgent: '', background: false, requestId: 'req_test' };
    const input = { confirmation: 'DELETE', password: member.password };
    const call = bearerCall(context, contract.profile.deleteMe, client, before);
    await failsWith(deleteMeHandler(context, input, call), 'LAST_OWNER');
    expect(await activeOwners(owner.tenantId)).toEqual([member.id]);
  });
});
