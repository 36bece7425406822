import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, mailsTo, storedInvitation, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { governs, roleAlone } from '#shared/rules/permissions.ts';
import { roles, type WorkspaceRole } from '#shared/rules/roles.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perFile(() => createTestService());
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  owner = await app.owner();
  stranger = await app.owner();
});

describe('invite a member (seed 000 §4 #12)', () => {
  it('returns a pending invitation for seven days, and queues one email with a link', async () => {
    const answer = await invite(app, owner, 'first@example.com', 'admin');
    expect(answer).toEqual({
      invitation_id: expect.stringMatching(/^inv_/),
      email: 'first@example.com',
      status: 'pending',
      expires_at: toIso(app.clock.now() + 7 * day),
      email_held: false,
    });
    expect(await storedInvitation(app, answer.invitation_id)).toMatchObject({
      tenant_id: owner.tenantId,
      role: 'admin',
      invited_by: owner.id,
      status: 'pending',
      expires_at: app.clock.now() + 7 * day,
    });
    const mails = await mailsTo(app, 'first@example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ kind: 'invitation', status: 'queued', user_id: null, tenant_id: owner.tenantId });
    const links = await tokensOf(app, answer.invitation_id);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatchObject({
      id: mails[0]?.token_id,
      purpose: 'invitation',
      expires_at: app.clock.now() + 7 * day,
      disclosed_at: null,
    });
  });

  it('treats an address in any case as the same', async () => {
    const answer = await invite(app, owner, 'Mixed.Case@Example.com');
    expect(answer.email).toBe('mixed.case@example.com');
    await failsWith(invite(app, owner, 'MIXED.case@example.com'), 'ALREADY_INVITED');
  });

  it('rejects members, those pending deletion, and addresses with an open invitation, without writing', async () => {
    const member = await app.join(owner);
    const leaving = await app.join(owner);
    await app.call(
      contract.profile.deleteMe,
      { confirmation: 'DELETE', password: testPassword },
      { token: leaving.token },
    );
    await invite(app, owner, 'open@example.com');
    const before = await countRows();
    await failsWith(invite(app, owner, member.email), 'ALREADY_MEMBER');
    await failsWith(invite(app, owner, leaving.email), 'ALREADY_MEMBER');
    await failsWith(invite(app, owner, owner.email), 'ALREADY_MEMBER');
    await failsWith(invite(app, owner, 'open@example.com'), 'ALREADY_INVITED');
    expect(await countRows()).toEqual(before);
  });

  it('does not reveal that an address has an account in another tenant', async () => {
    const answer = await invite(app, owner, stranger.email);
    expect(answer.status).toBe('pending');
  });

  it('allows a new invitation once the first has expired, not a millisecond earlier', async () => {
    const start = app.clock.now();
    const first = await invite(app, owner, 'slow@example.com');
    app.clock.set(start + 7 * day - 1);
    const host = await app.login(owner);
    await failsWith(invite(app, host, 'slow@example.com'), 'ALREADY_INVITED');
    app.clock.set(start + 7 * day);
    const second = await invite(app, host, 'slow@example.com');
    expect(second.invitation_id).not.toBe(first.invitation_id);
    expect((await storedInvitation(app, first.invitation_id)).status).toBe('expired');
    owner = await app.login(owner);
  });

  it('stores each workspace once, and rejects unknown and foreign ones alike', async () => {
    const mine = await createWorkspace(app, owner, 'Mine');
    const host = await app.login(stranger);
    const foreign = await createWorkspace(app, host, 'Foreign');
    const answer = await invite(app, owner, 'twice@example.com', 'member', [mine.workspace_id, mine.workspace_id]);
    const { db } = app.service.context;
    const rows = await tablesOf(db.read)
      .selectFrom('invitation_workspaces')
      .select('workspace_id')
      .where('invitation_id', '=', answer.invitation_id)
      .execute();
    expect(rows).toEqual([{ workspace_id: mine.workspace_id }]);
    const before = await countRows();
    for (const id of ['ws_missing', foreign.workspace_id]) {
      await failsWith(
        invite(app, owner, 'nowhere@example.com', 'member', [mine.workspace_id, id]),
        'WORKSPACE_NOT_FOUND',
      );
    }
    expect(await countRows()).toEqual(before);
  });

  it('sends at most three emails to a recipient in ten minutes, with the same answer afterwards', async () => {
    const hosts = [owner, await app.owner(), await app.owner(), await app.owner()];
    for (const host of hosts) {
      expect((await invite(app, host, 'popular@example.com')).status).toBe('pending');
    }
    expect(await mailsTo(app, 'popular@example.com')).toHaveLength(3);
  });
});

describe('who may invite whom', () => {
  it.each(roles.flatMap((actor) => roles.map((role) => [actor, role] as const)))(
    'follows the matrix when a tenant %s invites a user as %s',
    async (actor, role) => {
      const host = actor === 'owner' ? owner : await app.join(owner, actor);
      const email = `${actor}-to-${role}@example.com`;
      if (actor === 'member') await failsWith(invite(app, host, email, role), 'FORBIDDEN');
      else if (governs(roleAlone(actor), role)) {
        const { invitation_id } = await invite(app, host, email, role);
        expect((await storedInvitation(app, invitation_id)).role).toBe(role);
        return;
      } else await failsWith(invite(app, host, email, role), 'ROLE_NOT_ALLOWED');
      expect(await mailsTo(app, email)).toEqual([]);
    },
  );
});

describe('an API key', () => {
  it('invites members only, even that of an owner', async () => {
    const { key } = await createKey(app, owner, { scopes: ['team.manage'] });
    const host = { ...owner, token: key };
    for (const role of ['owner', 'admin'] as const) {
      const email = `key-to-${role}@example.com`;
      const refusal = role === 'owner' ? 'ROLE_NOT_ALLOWED' : 'API_KEY_REFUSED';
      await failsWith(invite(app, host, email, role), refusal);
      expect(await mailsTo(app, email)).toEqual([]);
    }
    await invite(app, host, 'key-to-member@example.com', 'member');
  });

  it('lets people manage workspaces only with the scope that takes', async () => {
    const { workspace_id } = await createWorkspace(app, owner, 'By key');
    const inviteAs = (token: string, email: string, workspace_role: WorkspaceRole) => {
      const input = { tenant_id: owner.tenantId, email, role: 'member' as const, workspaces: [workspace_id] };
      return app.call(contract.team.inviteMember, { ...input, workspace_role }, { token });
    };
    const { key } = await createKey(app, owner, { scopes: ['team.manage'] });
    await failsWith(inviteAs(key, 'admin-by-key@example.com', 'Admin'), 'SCOPE_REQUIRED');
    await inviteAs(key, 'viewer-by-key@example.com', 'Viewer');
    const { key: both } = await createKey(app, owner, { scopes: ['team.manage', 'workspaces.settings'] });
    await inviteAs(both, 'admin-by-key@example.com', 'Admin');
  });

  it('promotes no one, or a member that it invited would become an admin', async () => {
    const { key } = await createKey(app, owner, { scopes: ['team.manage'] });
    const [member, admin] = [await app.join(owner), await app.join(owner, 'admin')];
    const change = (user_id: string, role: 'admin' | 'member') =>
      app.call(contract.team.changeRole, { tenant_id: owner.tenantId, user_id, role }, { token: key });
    await failsWith(change(member.id, 'admin'), 'API_KEY_REFUSED');
    const input = { tenant_id: owner.tenantId, user_ids: [member.id], role: 'admin' as const };
    const { results } = await app.call(contract.team.changeRoles, input, { token: key });
    expect(results).toMatchObject([{ ok: false, code: 'API_KEY_REFUSED' }]);
    await change(admin.id, 'member');
  });
});

const countRows = async () => {
  const { db } = app.service.context;
  const count = async (table: 'invitations' | 'one_time_tokens' | 'mails') =>
    (await tablesOf(db.read).selectFrom(table).select('id').execute()).length;
  return [await count('invitations'), await count('one_time_tokens'), await count('mails')];
};
