import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { seedServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { toIso } from '../../platform/clock.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import type { InputOf, OperationName, ResultOf } from '../operations.ts';
import { runOperation } from '../run-operation.ts';

const { login, refresh, forgotPassword, resetPassword, restoreAccount } = contract.auth;
const { getMe, deleteMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const host = perFile(() => app.owner('host@example.com'));

const run = async <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<ResultOf<Name>> =>
  (await runOperation(app.service.context, name, input, {
    emit: async () => {},
    body: (async function* () {})(),
  })) as ResultOf<Name>;
const close = (organization: string) => run('organization delete', { organization, yes: true });
const actionsOf = async (tenantId: string): Promise<string[]> =>
  (
    await tablesOf(app.service.context.db.read)
      .selectFrom('audit_events')
      .select('action')
      .where('tenant_id', '=', tenantId)
      .orderBy('sequence')
      .execute()
  ).map(({ action }) => action);
const exists = async (tenantId: string): Promise<boolean> =>
  (await tablesOf(app.service.context.db.read).selectFrom('tenants').select('id').where('id', '=', tenantId).execute())
    .length > 0;

describe('a closed organization', () => {
  it('lets no one in, by password, session or link, and says so', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    await app.call(forgotPassword, { email: member.email });
    await app.service.mailWorker.drain();
    const earlier = await app.mailedToken(member.email, 'password_reset');
    const { scheduled_deletion } = await close(owner.tenantId);
    expect((await actionsOf(owner.tenantId)).at(-1)).toBe('deleteTeam');
    expect((await actionsOf(host.tenantId)).at(-1)).toBe('deleteTeam');
    expect(scheduled_deletion).toBe(toIso(app.clock.now() + lifetimesMs.deletionGrace));
    expect((await failsWith(app.call(getMe, {}, { token: owner.token }), 'SESSION_ENDED')).reason).toBe('deleted');
    await failsWith(app.call(refresh, { refresh_token: member.refreshToken }), 'REFRESH_TOKEN_INVALID');
    for (const { email, password } of [owner, member]) {
      await failsWith(app.call(login, { email, password }), 'ACCOUNT_DISABLED');
    }
    await failsWith(app.call(login, { email: owner.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    const reset = (token: string) => app.call(resetPassword, { token, new_password: 'another winding road 8' });
    await failsWith(reset(earlier), 'LINK_INVALID');
    app.clock.advance(lifetimesMs.resetLink);
    await app.call(forgotPassword, { email: member.email });
    await app.service.mailWorker.drain();
    await failsWith(reset(await app.mailedToken(member.email, 'password_reset')), 'LINK_INVALID');
    await app.call(getMe, {}, { token: (await app.login(host)).token });
  });

  it('is deleted after 30 days, and not before', async () => {
    const owner = await app.owner();
    await close(owner.tenantId);
    app.clock.advance(lifetimesMs.deletionGrace - day);
    await purge(app.service.context);
    expect(await exists(owner.tenantId)).toBe(true);
    app.clock.advance(day);
    await purge(app.service.context);
    expect(await exists(owner.tenantId)).toBe(false);
  });

  it('is as it was once it is restored', async () => {
    const owner = await app.owner();
    await close(owner.tenantId);
    await expect(close(owner.tenantId)).rejects.toThrow(/Use --now to delete it now/);
    await run('organization restore', { organization: owner.tenantId });
    await app.login(owner);
    expect((await actionsOf(owner.tenantId)).slice(-3)).toEqual(['deleteTeam', 'restoreTeam', 'login']);
    await expect(run('organization restore', { organization: owner.tenantId })).rejects.toThrow(/isn't scheduled/);
    app.clock.advance(lifetimesMs.deletionGrace);
    await purge(app.service.context);
    expect(await exists(owner.tenantId)).toBe(true);
  });

  it('is in its own log once, also if it administers the server', async () => {
    const restored = async (tenantId: string): Promise<number> =>
      (await actionsOf(tenantId)).filter((action) => action === 'restoreTeam').length;
    for (const { tenantId } of [await app.owner(), host]) {
      const before = await restored(tenantId);
      await close(tenantId);
      await run('organization restore', { organization: tenantId });
      expect(await restored(tenantId)).toBe(before + 1);
    }
  });

  it('is not reopened by someone who scheduled their own account for deletion', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    await app.call(deleteMe, { password: member.password, confirmation: 'DELETE' }, { token: member.token });
    const { restore_token } = await failsWith(
      app.call(login, { email: member.email, password: member.password }),
      'ACCOUNT_PENDING_DELETION',
    );
    await close(owner.tenantId);
    await failsWith(app.call(restoreAccount, { restore_token: restore_token ?? '' }), 'LINK_INVALID');
    await failsWith(app.call(login, { email: member.email, password: member.password }), 'ACCOUNT_DISABLED');
    // Not even once no one in it is active anymore.
    await run('user disable', { user: owner.email, force: true });
    await failsWith(app.call(login, { email: member.email, password: member.password }), 'ACCOUNT_DISABLED');
    await run('organization restore', { organization: owner.tenantId });
    await failsWith(app.call(login, { email: member.email, password: member.password }), 'ACCOUNT_PENDING_DELETION');
  });
});

it('an organization whose last member leaves is restored by that member, not by the operator', async () => {
  const owner = await app.owner();
  await app.call(deleteMe, { password: owner.password, confirmation: 'DELETE' }, { token: owner.token });
  await expect(run('organization restore', { organization: owner.tenantId })).rejects.toThrow(/no active member left/);
  await failsWith(app.call(login, { email: owner.email, password: owner.password }), 'ACCOUNT_PENDING_DELETION');
});

it('a dry run counts what would go, and changes nothing', async () => {
  const owner = await app.owner();
  await app.join(owner);
  const { context } = app.service;
  await seedServiceAccount(context, context.db.write, { tenantId: owner.tenantId, createdBy: owner.id });
  const before = await actionsOf(owner.tenantId);
  const { contents, dry_run } = await run('organization delete', {
    organization: owner.tenantId,
    'dry-run': true,
    yes: true,
    now: true,
  });
  expect([dry_run, contents]).toMatchObject([
    true,
    { accounts: 2, invitations: 1, api_keys: 0, service_account_keys: 1, audit_entries: before.length },
  ]);
  expect(await actionsOf(owner.tenantId)).toEqual(before);
  await app.call(getMe, {}, { token: owner.token });
});
