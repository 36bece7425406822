import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const { exportMe, getMe } = contract.profile;

const app = perFile(() => createTestService());

describe("the export of a user's own data", () => {
  it('contains profile, tenant, sessions, workspaces, sent invitations, received emails and activity', async () => {
    const owner = await app.owner();
    await app.login(owner);
    const by = { token: owner.token };
    const at = { tenant_id: owner.tenantId };
    const own = await app.call(contract.workspaces.createWorkspace, { ...at, name: 'Own' }, by);
    await app.call(contract.team.inviteMember, { ...at, email: 'exported@example.com', role: 'member' }, by);
    const answer = await app.call(exportMe, {}, by);
    expect(answer.exported_at).toBe(new Date(app.clock.now()).toISOString());
    expect(answer.user).toEqual(await app.call(getMe, {}, by));
    expect(answer.tenant).toMatchObject({ tenant_id: owner.tenantId, name: expect.stringMatching(/^Company/) });
    expect(answer.sessions).toHaveLength(2);
    expect(answer.sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(answer.workspaces).toEqual([
      { workspace_id: own.workspace_id, slug: 'own', name: 'Own', role: expect.anything(), owned: true },
    ]);
    expect(answer.invitations_sent.map(({ email }) => email)).toEqual(['exported@example.com']);
    expect(answer.activity.map(({ action }) => action)).toEqual([
      'inviteMember',
      'createWorkspace',
      'login',
      'login',
      'signup',
    ]);
    expect(answer.mails_received.map(({ kind, to }) => [kind, to])).toEqual([['verification', owner.email]]);
  });

  it('contains no secret, and nothing about anyone else', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const at = { tenant_id: owner.tenantId };
    await app.call(contract.workspaces.createWorkspace, { ...at, name: 'Not theirs' }, { token: owner.token });
    const link = await app.mailedToken(owner.email, 'verification');
    const texts = [];
    for (const { token } of [owner, member]) texts.push(JSON.stringify(await app.call(exportMe, {}, { token })));
    const secrets = [link, owner.token, owner.refreshToken, '$2', 'password_hash', 'sealed_secret', 'refresh_hash'];
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
    for (const foreign of [owner.email, owner.id, 'Not theirs']) expect(texts[1]).not.toContain(foreign);
  });
});
