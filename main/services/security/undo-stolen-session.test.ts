import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, invite, secretIn } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const { auth, profile, security, team } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const undo = (token: string) => app.call(security.undoChange, { token });
const linkOf = ({ email }: Person) => app.mailedToken(email, 'owner_added');
const of = ({ id: user_id, tenantId }: Person) => ({ tenant_id: tenantId, user_id });
const isSignedIn = ({ token }: Person): Promise<boolean> =>
  app.call(profile.getMe, {}, { token }).then(
    () => true,
    () => false,
  );

describe('a stolen owner session that copies the link of an invitation, which someone else sent to an owner', () => {
  it('ends with the accomplice, and its owner can undo it even after being demoted', async () => {
    const owner = await app.owner();
    const inviter = await app.join(owner, 'owner');
    const { invitation_id } = await invite(app, inviter, `invited.${owner.id}@example.com`.toLowerCase(), 'owner');
    app.clock.advance(minute);
    const thief = await app.login(owner);
    const scope = { tenant_id: owner.tenantId, invitation_id };
    const { url } = await app.call(team.copyInvitationLink, scope, { token: thief.token });
    const accept = { token: secretIn(url), name: 'Accomplice', password: testPassword };
    const accomplice = await app.call(team.acceptInvitation, accept);
    const asAccomplice = { token: accomplice.access_token };
    const link = await linkOf(owner);
    for (const demoted of [inviter, owner]) {
      await app.call(team.changeRole, { ...of(demoted), role: 'member' }, asAccomplice);
    }
    await undo(link);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(inviter)).toBe(true);
    expect((await activeOwners(app, owner.tenantId)).map(({ id }) => id)).toEqual([owner.id]);
  });
});

describe('a stolen owner session (it turns the policy off, invites an owner, and locks the others out)', () => {
  it('is undone from the mailbox of its owner, and of any other', async () => {
    for (const by of ['own', 'other'] as const) {
      const owner = await app.owner();
      const other = await app.join(owner, 'owner');
      app.clock.advance(minute);
      const thief = await app.login(owner);
      const email = `accomplice.${owner.id}@example.com`.toLowerCase();
      const { invitation_id } = await invite(app, thief, email, 'owner');
      const scope = { tenant_id: owner.tenantId, invitation_id };
      const { url } = await app.call(team.copyInvitationLink, scope, { token: thief.token });
      app.clock.advance(1);
      const accept = { token: secretIn(url), name: 'Accomplice', password: testPassword };
      const accomplice = await app.call(team.acceptInvitation, accept);
      const link = await linkOf(by === 'own' ? owner : other);
      const asAccomplice = { token: accomplice.access_token };
      const demoted = by === 'own' ? other : owner;
      await app.call(team.changeRole, { ...of(demoted), role: 'member' }, asAccomplice);
      await app.call(team.createMemberLink, { ...of(demoted), purpose: 'reset_password' }, asAccomplice);
      await undo(link);
      expect((await storedUser(app, accomplice.user.id)).role).toBe('member');
      await failsWith(app.call(profile.getMe, {}, asAccomplice), 'SESSION_ENDED');
      expect(await isSignedIn(thief)).toBe(false);
      // What the accomplice can still do with their own password is what any member can.
      const again = await app.call(auth.login, { email, password: testPassword });
      await failsWith(
        app.call(team.changeRole, { ...of(owner), role: 'member' }, { token: again.access_token }),
        'FORBIDDEN',
      );
      expect((await activeOwners(app, owner.tenantId)).map(({ id }) => id)).toEqual([
        by === 'own' ? owner.id : other.id,
      ]);
    }
  });
});
