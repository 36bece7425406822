import { expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { profile, team } = contract;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));

const leave = ({ token }: Person) =>
  app.call(profile.deleteMe, { confirmation: 'DELETE', password: testPassword }, { token });
const restore = (person: Person, actor: Person = admin) =>
  app.call(team.restoreMember, { tenant_id: owner.tenantId, user_id: person.id }, { token: actor.token });

it('restores an account before it is deleted, and is audited', async () => {
  await leave(member);
  await failsWith(app.login(member), 'ACCOUNT_PENDING_DELETION');
  const openLinks = () =>
    tablesOf(app.service.context.db.read)
      .selectFrom('one_time_tokens')
      .select('id')
      .where('purpose', '=', 'restore_account')
      .where('user_id', '=', member.id)
      .where('voided_at', 'is', null)
      .execute();
  expect(await openLinks()).toHaveLength(1);
  await restore(member);
  expect(await openLinks()).toEqual([]);
  await app.login(member);
  const [last] = (await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'restoreMember');
  expect(last).toMatchObject({ actor_id: admin.id, target_id: member.id });
});

it('is refused without a scheduled deletion, once it is due, for owners by admins, and for members', async () => {
  expect((await failsWith(restore(member), 'STATE_CONFLICT')).reason).toBe('deletion_not_scheduled');
  const second = await app.join(owner, 'owner');
  await leave(second);
  await failsWith(restore(second), 'ROLE_NOT_ALLOWED');
  await failsWith(restore(second, member), 'FORBIDDEN');
  await leave(member);
  app.clock.advance(lifetimesMs.deletionGrace);
  const again = await app.login(admin);
  await failsWith(restore(member, again), 'STATE_CONFLICT');
});
