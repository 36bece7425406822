import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { invite, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person, testOrigin } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';

const { copyInvitationLink, lookupInvitation, revokeInvitation } = contract.team;

const app = perFile(() => createTestService());
let owner: Person;
beforeAll(async () => {
  owner = await app.owner();
});

const copy = (invitationId: string, host: Person = owner) =>
  app.call(copyInvitationLink, { tenant_id: host.tenantId, invitation_id: invitationId }, { token: host.token });

describe('copying an invitation link', () => {
  it("creates a link on the console's own address with the invitation's end, and voids older links", async () => {
    const start = app.clock.now();
    const { invitation_id } = await invite(app, owner, 'copy@example.com');
    const mailed = await app.mailedToken('copy@example.com');
    app.clock.advance(3 * day);
    owner = await app.login(owner);
    const { url, expires_at } = await copy(invitation_id);
    expect(expires_at).toBe(toIso(start + 7 * day));
    const [page, token = ''] = url.split('#token=');
    expect(page).toBe(`${testOrigin}/invite`);
    expect((await app.call(lookupInvitation, { token })).email).toBe('copy@example.com');
    await failsWith(app.call(lookupInvitation, { token: mailed }), 'LINK_INVALID');
    expect((await tokensOf(app, invitation_id)).at(-1)).toMatchObject({ disclosed_at: app.clock.now() });
    const again = await copy(invitation_id);
    expect(again.url).not.toBe(url);
    await failsWith(app.call(lookupInvitation, { token }), 'LINK_INVALID');
  });

  it('is refused for a revoked and an expired invitation', async () => {
    const revoked = await invite(app, owner, 'off@example.com');
    const scope = { tenant_id: owner.tenantId, invitation_id: revoked.invitation_id };
    await app.call(revokeInvitation, scope, { token: owner.token });
    await failsWith(copy(revoked.invitation_id), 'STATE_CONFLICT');
    const old = await invite(app, owner, 'old@example.com');
    app.clock.advance(7 * day);
    owner = await app.login(owner);
    await failsWith(copy(old.invitation_id), 'STATE_CONFLICT');
    expect(await tokensOf(app, old.invitation_id)).toHaveLength(1);
  });

  it("refuses an admin a link to the owner's role, a member any link, and another tenant everything", async () => {
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner, 'member');
    const stranger = await app.owner();
    const { invitation_id } = await invite(app, owner, 'heir@example.com', 'owner');
    await failsWith(copy(invitation_id, admin), 'ROLE_NOT_ALLOWED');
    await failsWith(copy(invitation_id, member), 'FORBIDDEN');
    const foreign = await failsWith(copy(invitation_id, stranger), 'NOT_FOUND');
    expect(await failsWith(copy('inv_missing', stranger), 'NOT_FOUND')).toEqual(foreign);
    expect(await tokensOf(app, invitation_id)).toMatchObject([{ voided_at: null, disclosed_at: null }]);
  });
});
