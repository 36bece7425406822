import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { runOperation } from '../run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const run = (name: 'organization transfer' | 'user disable', input: object) =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });
const transfer = (organization: string, user: string, more: object = {}) =>
  run('organization transfer', { organization, user, ...more });
const rolesOf = async (tenantId: string) => {
  const users = tablesOf(app.service.context.db.read).selectFrom('users').select(['email', 'role']);
  return Object.fromEntries(
    (await users.where('tenant_id', '=', tenantId).execute()).map(({ email, role }) => [email, role]),
  );
};
const lastEvent = (tenantId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'target_label'])
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence', 'desc')
    .executeTakeFirst();
const team = async () => {
  const owner = await app.owner();
  return { owner, admin: await app.join(owner, 'admin'), member: await app.join(owner) };
};

it('makes a member the owner and the only owner an admin, in their open sessions too', async () => {
  const { owner, member } = await team();
  expect(await transfer(owner.tenantId, member.email)).toMatchObject({
    organization_id: owner.tenantId,
    owner: member.email,
    former_owner: owner.email,
    dry_run: false,
  });
  expect(await rolesOf(owner.tenantId)).toMatchObject({ [owner.email]: 'admin', [member.email]: 'owner' });
  const { role } = await app.call(contract.profile.getMe, {}, { token: owner.token });
  expect(role).toBe('admin');
  expect(await lastEvent(owner.tenantId)).toEqual({
    action: 'transferOwnership',
    actor_id: 'operator',
    target_label: member.email,
  });
});

it('asks who becomes an admin if there are several owners, and keeps all of them on request', async () => {
  const { owner, admin, member } = await team();
  await transfer(owner.tenantId, admin.email, { 'keep-owners': true });
  expect(await rolesOf(owner.tenantId)).toMatchObject({ [owner.email]: 'owner', [admin.email]: 'owner' });
  await expect(transfer(owner.tenantId, member.email)).rejects.toThrow('has several owners. Name the one');
  await transfer(owner.tenantId, member.email, { from: owner.email });
  expect(await rolesOf(owner.tenantId)).toEqual({
    [owner.email]: 'admin',
    [admin.email]: 'owner',
    [member.email]: 'owner',
  });
  await expect(transfer(owner.tenantId, owner.email, { from: owner.email })).rejects.toThrow('another active owner');
  await expect(transfer(owner.tenantId, owner.email, { from: member.email, 'keep-owners': true })).rejects.toThrow(
    'Use either --from or --keep-owners',
  );
});

it('gives an organization whose only owner is disabled an owner again', async () => {
  const { owner, member } = await team();
  await run('user disable', { user: owner.email, force: true });
  await expect(transfer(owner.tenantId, owner.email)).rejects.toThrow('is disabled. Enable it first');
  expect(await transfer(owner.tenantId, member.email)).toMatchObject({ owner: member.email, former_owner: null });
});

it('refuses strangers, the owner, and what does not exist; a dry run changes nothing', async () => {
  const { owner, member } = await team();
  const stranger = await app.owner();
  const before = [await rolesOf(owner.tenantId), await lastEvent(owner.tenantId)];
  await expect(transfer(owner.tenantId, stranger.email)).rejects.toThrow(`${stranger.email} isn't a member of`);
  await expect(transfer(owner.tenantId, owner.email)).rejects.toThrow('already');
  await expect(transfer('Nowhere', member.email)).rejects.toThrow('There is no organization Nowhere');
  await expect(transfer(owner.tenantId, 'nobody@example.com')).rejects.toThrow('There is no user');
  const tried = await transfer(owner.tenantId, member.email, { 'dry-run': true });
  expect(tried).toMatchObject({ former_owner: owner.email, dry_run: true });
  expect([await rolesOf(owner.tenantId), await lastEvent(owner.tenantId)]).toEqual(before);
});
