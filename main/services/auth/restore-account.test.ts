import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { restoreAccount, login } = contract.auth;
const { deleteMe, getMe } = contract.profile;

const app = perFile(() => createTestService());

const leave = (person: Person) =>
  app.call(deleteMe, { confirmation: 'DELETE', password: person.password }, { token: person.token });
const offer = async (person: Person): Promise<string> => {
  const attempt = app.call(login, { email: person.email, password: person.password });
  return (await failsWith(attempt, 'ACCOUNT_PENDING_DELETION')).restore_token ?? '';
};
const restore = (restore_token: string, ip = '127.0.0.1') => app.call(restoreAccount, { restore_token }, { ip });

describe('restoring an account within its grace period', () => {
  it('answers like login, and restores a tenant that is scheduled for deletion', async () => {
    const person = await app.owner();
    await leave(person);
    const answer = await restore(await offer(person));
    expect(answer.user).toEqual({
      id: person.id,
      email: person.email,
      name: person.name,
      tenant_id: person.tenantId,
      role: 'owner',
    });
    expect(await storedUser(app, person.id)).toMatchObject({ status: 'active', delete_at: null });
    const tenant = await tablesOf(app.service.context.db.read)
      .selectFrom('tenants')
      .select('delete_at')
      .where('id', '=', person.tenantId)
      .executeTakeFirst();
    expect(tenant).toEqual({ delete_at: null });
    expect((await app.call(getMe, {}, { token: answer.access_token })).user_id).toBe(person.id);
    await app.login(person);
  });

  it('works with a token after 59:59, but not after an hour', async () => {
    const [early, late] = [await app.owner(), await app.owner()];
    await leave(early);
    await leave(late);
    const [soon, slow] = [await offer(early), await offer(late)];
    app.clock.advance(lifetimesMs.restoreToken - 1 * second);
    await restore(soon);
    app.clock.advance(1 * second);
    await failsWith(restore(slow), 'LINK_EXPIRED');
    expect((await storedUser(app, late.id)).status).toBe('pending_deletion');
    await restore(await offer(late));
  });

  it('works only with the newest token, and once', async () => {
    const person = await app.owner();
    await leave(person);
    const older = await offer(person);
    const newer = await offer(person);
    await failsWith(restore(older), 'LINK_INVALID');
    await restore(newer);
    await failsWith(restore(newer), 'LINK_INVALID');
    expect(await openSessions(app, person.id)).toHaveLength(1);
  });

  it('succeeds once in 50 concurrent uses', async () => {
    const person = await app.owner();
    await leave(person);
    const token = await offer(person);
    const outcomes = await countOutcomes(times(50, () => restore(token, '198.51.100.60')));
    expect(outcomes).toEqual({ ok: 1, LINK_INVALID: 49 });
    expect(await openSessions(app, person.id)).toHaveLength(1);
  });
});
