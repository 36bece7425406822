import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { invite, storedInvitation, tokensOf } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { acceptInvitation, revokeInvitation } = contract.team;

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

const revoke = (invitationId: string, host: Person = owner) =>
  app.call(revokeInvitation, { tenant_id: host.tenantId, invitation_id: invitationId }, { token: host.token });

describe('revoking an invitation', () => {
  it('voids its links at once, and allows a new invitation to the address', async () => {
    const { invitation_id } = await invite(app, owner, 'no@example.com');
    const token = await app.mailedToken('no@example.com');
    expect((await revoke(invitation_id)).success).toBe(true);
    expect((await storedInvitation(app, invitation_id)).status).toBe('revoked');
    expect(await tokensOf(app, invitation_id)).toMatchObject([{ voided_at: app.clock.now(), used_at: null }]);
    await failsWith(app.call(acceptInvitation, { token, name: 'N', password: testPassword }), 'LINK_INVALID');
    expect((await invite(app, owner, 'no@example.com')).status).toBe('pending');
  });

  it('is refused for one that is already revoked or accepted', async () => {
    const { invitation_id } = await invite(app, owner, 'twice@example.com');
    await revoke(invitation_id);
    await failsWith(revoke(invitation_id), 'STATE_CONFLICT');
    const accepted = await invite(app, owner, 'in@example.com');
    const token = await app.mailedToken('in@example.com');
    await app.call(acceptInvitation, { token, name: 'In', password: testPassword });
    await failsWith(revoke(accepted.invitation_id), 'STATE_CONFLICT');
    expect((await storedInvitation(app, accepted.invitation_id)).status).toBe('accepted');
  });

  it('lets either the acceptance or the revocation succeed, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `race${round}@example.com`;
      const { invitation_id } = await invite(app, owner, email);
      const token = await app.mailedToken(email);
      const [accepted, revoked] = await Promise.allSettled([
        app.call(acceptInvitation, { token, name: 'Race', password: testPassword }),
        // Half of the rounds wait until the password is almost hashed, so that the two really race.
        (round % 2 === 0
          ? app.service.context.passwords.hash('x', { lane: 'sign-in', path: ['192.0.2.1'] })
          : Promise.resolve()
        ).then(() => revoke(invitation_id)),
      ]);
      expect([accepted.status, revoked.status].sort()).toEqual(['fulfilled', 'rejected']);
      const { status } = await storedInvitation(app, invitation_id);
      expect(status).toBe(accepted.status === 'fulfilled' ? 'accepted' : 'revoked');
      const { db } = app.service.context;
      const users = await tablesOf(db.read).selectFrom('users').select('id').where('email', '=', email).execute();
      expect(users).toHaveLength(accepted.status === 'fulfilled' ? 1 : 0);
    }
  });

  it("follows the matrix, and hides other tenants' invitations", async () => {
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner, 'member');
    const stranger = await app.owner();
    const newOwner = await invite(app, owner, 'heir@example.com', 'owner');
    await failsWith(revoke(newOwner.invitation_id, admin), 'ROLE_NOT_ALLOWED');
    await failsWith(revoke(newOwner.invitation_id, member), 'FORBIDDEN');
    const foreign = await failsWith(revoke(newOwner.invitation_id, stranger), 'NOT_FOUND');
    expect(await failsWith(revoke('inv_missing', stranger), 'NOT_FOUND')).toEqual(foreign);
    expect((await storedInvitation(app, newOwner.invitation_id)).status).toBe('pending');
    const plain = await invite(app, owner, 'plain@example.com', 'admin');
    await revoke(plain.invitation_id, admin);
    expect((await storedInvitation(app, plain.invitation_id)).status).toBe('revoked');
  });
});
