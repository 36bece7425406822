import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { invite, setUser, storedInvitation } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { changeUserRole } from '../../storage/store/identity/account-standing.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

it('a role changes only from the role that was read', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  const { write } = app.service.context.db;
  const change = () => changeUserRole(write, owner.tenantId, member.id, 'member', 'owner', { by: null, at: 0 });
  await setUser(app, member.id, { role: 'admin' });
  expect(await change()).toBe(false);
  expect((await storedUser(app, member.id)).role).toBe('admin');
  await setUser(app, member.id, { role: 'member' });
  expect(await change()).toBe(true);
});

it('the last member takes the invitations by former members along', async () => {
  const owner = await app.owner();
  const former = await app.join(owner, 'admin');
  const { invitation_id } = await invite(app, owner, 'invited.by.former@example.com');
  await setUser(app, former.id, { status: 'removed' });
  await tablesOf(app.service.context.db.write)
    .updateTable('invitations')
    .set({ invited_by: former.id })
    .where('id', '=', invitation_id)
    .execute();
  const input = { confirmation: 'DELETE', password: owner.password };
  await app.call(contract.profile.deleteMe, input, { token: owner.token });
  expect((await storedInvitation(app, invitation_id)).status).toBe('revoked');
});

it('sessions that have expired by then are not counted among those that their owner ends', async () => {
  const person = await app.owner();
  await app.login(person);
  app.clock.advance(lifetimesMs.idleLogout);
  const [present, other] = [await app.login(person), await app.login(person)];
  const { ended } = await app.call(contract.sessions.revokeOtherSessions, {}, { token: present.token });
  expect(ended).toBe(1);
  const rows = await tablesOf(app.service.context.db.read)
    .selectFrom('sessions')
    .select('end_reason')
    .where('user_id', '=', other.id)
    .orderBy('end_reason', (order) => order.asc().nullsFirst())
    .execute();
  expect(rows.map(({ end_reason }) => end_reason)).toEqual([null, 'idle', 'idle', 'revoked']);
});
