import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, tokensOf } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';

const { lookupInvitation } = contract.team;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

describe('looking up an invitation', () => {
  it('returns what the link invites to, any number of times, and consumes nothing', async () => {
    const workspace = await createWorkspace(app, owner, 'Client One');
    const { invitation_id } = await invite(app, owner, 'look@example.com', 'admin', [workspace.workspace_id]);
    const token = await app.mailedToken('look@example.com');
    const expected = {
      email: 'look@example.com',
      role: 'admin',
      guest: false,
      tenant_name: expect.stringMatching(/^Company \d+$/),
      sign_in_slug: null,
      invited_by: owner.name,
      workspaces: ['Client One'],
      password_min_length: 8,
      expires_at: toIso(app.clock.now() + 7 * day),
    };
    expect(await app.call(lookupInvitation, { token })).toEqual(expected);
    expect(await app.call(lookupInvitation, { token })).toEqual(expected);
    expect(await tokensOf(app, invitation_id)).toMatchObject([{ used_at: null, voided_at: null }]);
  });

  it('says that someone is invited as a guest, as both emails do', async () => {
    const email = 'guest@example.com';
    const asked = { tenant_id: owner.tenantId, email, role: 'member' as const, guest: true };
    await app.call(contract.team.inviteMember, asked, { token: owner.token });
    const token = await app.mailedToken(email);
    expect(await app.call(lookupInvitation, { token })).toMatchObject({ role: 'member', guest: true });
    await app.call(contract.team.acceptInvitation, { token, name: 'Gwen', password: 'a fine long secret' });
    const mails = await tablesOf(app.service.context.db.read)
      .selectFrom('mails')
      .select(['kind', 'params'])
      .where('kind', 'in', ['invitation', 'invitation_accepted'])
      .execute();
    expect(mails.map(({ kind, params }) => [kind, JSON.stringify(params).includes('guest\\"')]).toSorted()).toEqual([
      ['invitation', true],
      ['invitation_accepted', true],
    ]);
  });

  it('distinguishes an expired link from an unknown, a revoked and a used one', async () => {
    const revoked = await invite(app, owner, 'revoked@example.com');
    const revokedToken = await app.mailedToken('revoked@example.com');
    const scope = { tenant_id: owner.tenantId, invitation_id: revoked.invitation_id };
    await app.call(contract.team.revokeInvitation, scope, { token: owner.token });
    await failsWith(app.call(lookupInvitation, { token: revokedToken }), 'LINK_INVALID');
    await failsWith(app.call(lookupInvitation, { token: 'no-such-token' }), 'LINK_INVALID');

    await invite(app, owner, 'taken@example.com');
    const usedToken = await app.mailedToken('taken@example.com');
    await app.call(contract.team.acceptInvitation, { token: usedToken, name: 'T', password: 'a fine long secret' });
    await failsWith(app.call(lookupInvitation, { token: usedToken }), 'LINK_INVALID');

    await invite(app, owner, 'old@example.com');
    const oldToken = await app.mailedToken('old@example.com');
    app.clock.advance(7 * day - 1);
    await app.call(lookupInvitation, { token: oldToken });
    app.clock.advance(1);
    const error = await app.call(lookupInvitation, { token: oldToken }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ key: 'LINK_EXPIRED', status: 410, code: 'TOKEN_EXPIRED' });
  });

  it('rejects a token of another purpose', async () => {
    const person = await app.owner();
    const verification = await app.mailedToken(person.email, 'verification');
    for (const token of [verification, person.token, person.refreshToken]) {
      await failsWith(app.call(lookupInvitation, { token }), 'LINK_INVALID');
    }
  });
});
