import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, createWorkspace, invite, setUser, storedInvitation, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { governs, roleAlone } from '#shared/rules/permissions.ts';
import { type Role, roles } from '#shared/rules/roles.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));
const member = perTest(() => app.join(owner, 'member'));

const remove = (actor: Person, userId: string) =>
  app.call(contract.team.removeMember, { tenant_id: actor.tenantId, user_id: userId }, { token: actor.token });
const openSessions = (userId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('sessions')
    .select(['ended_at', 'end_reason'])
    .where('user_id', '=', userId)
    .execute();
const workspacesOf = async (userId: string) => {
  const { db } = app.service.context;
  return {
    owned: await tablesOf(db.read).selectFrom('workspaces').select('id').where('owner_id', '=', userId).execute(),
    joined: await tablesOf(db.read)
      .selectFrom('workspace_members')
      .select('workspace_id')
      .where('user_id', '=', userId)
      .execute(),
  };
};

describe('remove a member (seed 000 §4 #15)', () => {
  it('ends sessions, removes workspaces and invitations, and revokes access', async () => {
    const leaver = await app.join(owner, 'admin');
    const second = await app.login(leaver);
    const workspace = await createWorkspace(app, leaver, 'Owned by leaver');
    const invited = await invite(app, leaver, 'by-leaver@example.com');
    const others = await invite(app, owner, 'by-owner@example.com');
    await app.call(contract.auth.forgotPassword, { email: leaver.email });
    const resetToken = await app.mailedToken(leaver.email, 'password_reset');

    expect((await remove(owner, leaver.id)).success).toBe(true);

    expect(await storedUser(app, leaver.id)).toMatchObject({ status: 'removed', password_hash: '', delete_at: null });
    expect(await openSessions(leaver.id)).toEqual([
      { ended_at: app.clock.now(), end_reason: 'removed' },
      { ended_at: app.clock.now(), end_reason: 'removed' },
    ]);
    expect(await workspacesOf(leaver.id)).toEqual({ owned: [], joined: [] });
    expect((await workspacesOf(owner.id)).owned).toEqual([{ id: workspace.workspace_id }]);
    expect((await storedInvitation(app, invited.invitation_id)).status).toBe('revoked');
    expect(await tokensOf(app, invited.invitation_id)).toMatchObject([{ voided_at: app.clock.now() }]);
    expect((await storedInvitation(app, others.invitation_id)).status).toBe('pending');

    for (const { token } of [leaver, second]) {
      const { reason } = await failsWith(app.call(contract.profile.getMe, {}, { token }), 'SESSION_ENDED');
      expect(reason).toBe('removed');
    }
    const refused = await failsWith(
      app.call(contract.auth.refresh, { refresh_token: leaver.refreshToken }),
      'REFRESH_TOKEN_INVALID',
    );
    expect(refused.reason).toBe('removed');
    await failsWith(
      app.call(contract.auth.login, { email: leaver.email, password: leaver.password }),
      'INVALID_CREDENTIALS',
    );
    const reset = { token: resetToken, new_password: 'a brand new secret' };
    await failsWith(app.call(contract.auth.resetPassword, reset), 'LINK_INVALID');
    await failsWith(remove(owner, leaver.id), 'MEMBER_NOT_FOUND');
  });

  it('passes what is owned to the acting owner, or to the longest-serving owner if an admin acts', async () => {
    app.clock.advance(1);
    const second = await app.join(owner, 'owner');
    for (const [actor, newOwner] of [
      [second, second],
      [admin, owner],
    ] as const) {
      const leaver = await app.join(owner, 'admin');
      const { workspace_id } = await createWorkspace(app, leaver, 'Heritage');
      await remove(actor, leaver.id);
      const row = await tablesOf(app.service.context.db.read)
        .selectFrom('workspaces')
        .select('owner_id')
        .where('id', '=', workspace_id)
        .executeTakeFirstOrThrow();
      expect(row.owner_id).toBe(newOwner.id);
    }
  });

  it.each(roles.flatMap((actor) => roles.map((role) => [actor, role] as const)))(
    'lets %s remove %s as the matrix says',
    async (actor, role) => {
      const people: Record<Role, Person> = { owner, admin, member };
      const target = await app.join(owner, 'member');
      await setUser(app, target.id, { role });
      const attempt = remove(people[actor], target.id);
      if (actor === 'member') await failsWith(attempt, 'FORBIDDEN');
      else if (governs(roleAlone(actor), role)) {
        await attempt;
        expect((await storedUser(app, target.id)).status).toBe('removed');
        return;
      } else await failsWith(attempt, 'ROLE_NOT_ALLOWED');
      expect(await storedUser(app, target.id)).toMatchObject({ status: 'active', role });
      expect(await openSessions(target.id)).toEqual([{ ended_at: null, end_reason: null }]);
    },
  );

  it('keeps the last owner, entirely unchanged', async () => {
    const { invitation_id } = await invite(app, owner, 'kept@example.com');
    await failsWith(remove(owner, owner.id), 'LAST_OWNER');
    expect(await activeOwners(app, owner.tenantId)).toHaveLength(1);
    expect((await storedInvitation(app, invitation_id)).status).toBe('pending');
    await app.call(contract.profile.getMe, {}, { token: owner.token });
  });

  it('lets an owner leave who is not the last, and what is owned goes to the other', async () => {
    const second = await app.join(owner, 'owner');
    const { workspace_id } = await createWorkspace(app, second, 'Left behind');
    await remove(second, second.id);
    await failsWith(app.call(contract.profile.getMe, {}, { token: second.token }), 'SESSION_ENDED');
    expect((await workspacesOf(owner.id)).owned).toContainEqual({ id: workspace_id });
  });

  it('removes a member pending deletion, who then cannot restore the account', async () => {
    const leaver = await app.join(owner);
    const confirmation = { confirmation: 'DELETE', password: leaver.password };
    await app.call(contract.profile.deleteMe, confirmation, { token: leaver.token });
    const { restore_token = '' } = await failsWith(
      app.call(contract.auth.login, { email: leaver.email, password: leaver.password }),
      'ACCOUNT_PENDING_DELETION',
    );
    const asked = await storedUser(app, leaver.id);
    await remove(owner, leaver.id);
    const { delete_at } = asked;
    expect(delete_at).toBeGreaterThan(app.clock.now());
    expect(await storedUser(app, leaver.id)).toMatchObject({ status: 'removed', delete_at });
    await failsWith(app.call(contract.auth.restoreAccount, { restore_token }), 'LINK_INVALID');
  });
});
