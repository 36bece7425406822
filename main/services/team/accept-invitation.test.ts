import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { createWorkspace, invite, mailsTo, secretIn, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { workspaceRoles } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { acceptInvitation, copyInvitationLink, removeMember } = contract.team;

const app = perFile(() => createTestService());
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});

const accept = (token: string, name = 'New Member', password = testPassword, ip?: string) =>
  app.call(acceptInvitation, { token, name, password }, ip === undefined ? {} : { ip });
const usersAt = (email: string) =>
  tablesOf(app.service.context.db.read).selectFrom('users').selectAll().where('email', '=', email).execute();

describe('accept an invitation (seed 000 §3)', () => {
  it('adds the invitee to the tenant and the selected workspaces, and answers like login', async () => {
    const [first, second] = [await createWorkspace(app, owner, 'First'), await createWorkspace(app, owner, 'Second')];
    await createWorkspace(app, owner, 'Not selected');
    const ids = [first.workspace_id, second.workspace_id];
    const { invitation_id } = await invite(app, owner, 'join@example.com', 'admin', ids);
    const answer = await accept(await app.mailedToken('join@example.com'), 'Joan Doe');
    expect(answer).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      user: {
        id: expect.stringMatching(/^user_/),
        email: 'join@example.com',
        name: 'Joan Doe',
        tenant_id: owner.tenantId,
        role: 'admin',
      },
    });
    expect((await storedInvitation(app, invitation_id)).status).toBe('accepted');
    const memberships = await tablesOf(app.service.context.db.read)
      .selectFrom('workspace_members')
      .select(['workspace_id', 'role', 'granted_by'])
      .where('user_id', '=', answer.user.id)
      .execute();
    expect(memberships.map((row) => row.workspace_id).sort()).toEqual([...ids].sort());
    expect(new Set(memberships.map((row) => row.role))).toEqual(new Set(['Member']));
    expect(new Set(memberships.map((row) => row.granted_by))).toEqual(new Set([owner.id]));
    const me = await app.call(contract.profile.getMe, {}, { token: answer.access_token });
    expect(me).toMatchObject({ user_id: answer.user.id, role: 'admin', email_verified: true });
    const login = await app.call(contract.auth.login, { email: 'join@example.com', password: testPassword });
    expect(login.user.id).toBe(answer.user.id);
  });

  it.each(workspaceRoles)('gives the role %s in each workspace of the invitation', async (workspace_role) => {
    const { workspace_id, slug } = await createWorkspace(app, owner, `As ${workspace_role}`);
    const email = `${workspace_role}@example.com`;
    const input = { tenant_id: owner.tenantId, email, role: 'member' as const, workspaces: [workspace_id] };
    await app.call(contract.team.inviteMember, { ...input, workspace_role }, { token: owner.token });
    const { access_token: token } = await accept(await app.mailedToken(email.toLowerCase()));
    const scope = { tenant_id: owner.tenantId, slug };
    expect(await app.call(contract.workspaces.getWorkspace, scope, { token })).toMatchObject({
      my_role: workspace_role,
    });
  });

  it('accepts an emailed link as proof of the mailbox, and sends no verification', async () => {
    await invite(app, owner, 'proved@example.com');
    const { user } = await accept(await app.mailedToken('proved@example.com'));
    expect((await storedUser(app, user.id)).email_verified).toBe(1);
    expect((await mailsTo(app, 'proved@example.com')).map((mail) => mail.kind)).toEqual(['invitation']);
  });

  it('leaves the address unverified after a link that was copied, and emails a verification', async () => {
    const { invitation_id } = await invite(app, owner, 'handed@example.com');
    const { url } = await app.call(
      copyInvitationLink,
      { tenant_id: owner.tenantId, invitation_id },
      { token: owner.token },
    );
    const { user } = await accept(secretIn(url));
    expect((await storedUser(app, user.id)).email_verified).toBe(0);
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken('handed@example.com', 'verification') });
    expect((await storedUser(app, user.id)).email_verified).toBe(1);
  });

  it('leaves the address unverified after an emailed link that an admin has revealed in the outbox', async () => {
    await invite(app, owner, 'read@example.com');
    const token = await app.mailedToken('read@example.com');
    const [mail] = await mailsTo(app, 'read@example.com');
    await app.call(
      contract.mail.revealMailLink,
      { tenant_id: owner.tenantId, mail_id: mail?.id ?? '' },
      { token: owner.token },
    );
    const { user } = await accept(token);
    expect((await storedUser(app, user.id)).email_verified).toBe(0);
    expect((await mailsTo(app, 'read@example.com')).map((row) => row.kind)).toEqual(['invitation', 'verification']);
  });

  it('works until the last millisecond of seven days, and not after', async () => {
    const start = app.clock.now();
    await invite(app, owner, 'last@example.com');
    await invite(app, owner, 'late@example.com');
    const [last, late] = [await app.mailedToken('last@example.com'), await app.mailedToken('late@example.com')];
    app.clock.set(start + 7 * day - 1);
    await accept(last);
    app.clock.set(start + 7 * day);
    await failsWith(accept(late), 'LINK_EXPIRED');
    expect(await usersAt('late@example.com')).toEqual([]);
    owner = await app.login(owner);
  });

  it('rejects a used, a malformed and an empty token', async () => {
    await invite(app, owner, 'used@example.com');
    const token = await app.mailedToken('used@example.com');
    await accept(token);
    await failsWith(accept(token), 'LINK_INVALID');
    await failsWith(accept(`${token}x`), 'LINK_INVALID');
    await failsWith(accept(''), 'VALIDATION_FAILED');
    expect(await usersAt('used@example.com')).toHaveLength(1);
  });

  it('succeeds once in 50 concurrent uses', async () => {
    const { invitation_id } = await invite(app, owner, 'race@example.com');
    const token = await app.mailedToken('race@example.com');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => accept(token, `Racer ${n}`, testPassword, '192.0.2.50')),
    );
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toBeInstanceOf(AppError);
      expect(['LINK_INVALID', 'EMAIL_TAKEN']).toContain((outcome.reason as AppError).key);
    }
    const users = await usersAt('race@example.com');
    expect(users).toHaveLength(1);
    const sessions = await tablesOf(app.service.context.db.read)
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', users[0]?.id ?? '')
      .execute();
    expect(sessions).toHaveLength(1);
    expect((await storedInvitation(app, invitation_id)).status).toBe('accepted');
  });

  it('rejects an address that has an account in another tenant, and keeps the link usable', async () => {
    const other = await app.owner();
    const { invitation_id } = await invite(app, owner, other.email);
    const token = await app.mailedToken(other.email, 'invitation');
    await failsWith(accept(token), 'EMAIL_TAKEN');
    expect(await storedUser(app, other.id)).toMatchObject({ tenant_id: other.tenantId, role: 'owner' });
    expect((await storedInvitation(app, invitation_id)).status).toBe('pending');
    const { email } = await app.call(contract.team.lookupInvitation, { token });
    expect(email).toBe(other.email);
  });

  it('rejects a weak password, and keeps the link usable', async () => {
    await invite(app, owner, 'weak@example.com');
    const token = await app.mailedToken('weak@example.com');
    await failsWith(accept(token, 'Weak', 'short'), 'VALIDATION_FAILED');
    await failsWith(accept(token, 'Weak', 'with nul \0'), 'WEAK_PASSWORD');
    await accept(token, 'Weak');
  });

  it('gives a former member of the tenant a new account, with nothing of the old one', async () => {
    const member = await app.join(owner, 'admin');
    const remove = { tenant_id: owner.tenantId, user_id: member.id };
    await app.call(removeMember, remove, { token: owner.token });
    app.clock.advance(1000);
    await invite(app, owner, member.email, 'member');
    const answer = await accept(await app.mailedToken(member.email, 'invitation'), 'Back Again', 'another good secret');
    const { id, ...others } = answer.user;
    expect(others).toEqual({ email: member.email, name: 'Back Again', tenant_id: owner.tenantId, role: 'member' });
    expect(id).not.toBe(member.id);
    expect(await storedUser(app, id)).toMatchObject({
      status: 'active',
      delete_at: null,
      name_key: 'back again',
      search_text: `back again\n${member.email}`,
    });
    expect(await storedUser(app, member.id)).toMatchObject({ status: 'removed', name: member.name, password_hash: '' });
    await failsWith(
      app.call(contract.auth.login, { email: member.email, password: member.password }),
      'INVALID_CREDENTIALS',
    );
    await app.call(contract.auth.login, { email: member.email, password: 'another good secret' });
    await failsWith(app.call(contract.profile.getMe, {}, { token: member.token }), 'SESSION_ENDED');
  });

  it('gives a user removed from another tenant a new id in the new tenant', async () => {
    const member = await app.join(owner);
    await app.call(removeMember, { tenant_id: owner.tenantId, user_id: member.id }, { token: owner.token });
    const host = await app.owner();
    app.clock.advance(1000);
    await invite(app, host, member.email);
    const { user } = await accept(await app.mailedToken(member.email, 'invitation'));
    expect(user.tenant_id).toBe(host.tenantId);
    expect(user.id).not.toBe(member.id);
    expect((await storedUser(app, member.id)).status).toBe('removed');
  });

  it('skips a workspace that was deleted meanwhile', async () => {
    const workspace = await createWorkspace(app, owner, 'Short-lived');
    await invite(app, owner, 'orphan@example.com', 'member', [workspace.workspace_id]);
    const scope = { tenant_id: owner.tenantId, slug: workspace.slug };
    await app.call(contract.workspaces.deleteWorkspace, scope, { token: owner.token });
    const { access_token } = await accept(await app.mailedToken('orphan@example.com'));
    const list = await app.call(
      contract.workspaces.listWorkspaces,
      { tenant_id: owner.tenantId },
      { token: access_token },
    );
    expect(list).toEqual({ workspaces: [], total: 0 });
  });
});
