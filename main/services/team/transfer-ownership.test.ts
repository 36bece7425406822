import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, invite, setUser, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const newOwner = perFile(() => app.join(owner, 'member'));

const transfer = (actor: Person, userId: string, password = actor.password) =>
  app.call(
    contract.team.transferOwnership,
    { tenant_id: actor.tenantId, user_id: userId, password },
    { token: actor.token },
  );
const reset = async () => {
  await setUser(app, owner.id, { role: 'owner' });
  await setUser(app, newOwner.id, { role: 'member', status: 'active' });
};

describe('transferring ownership', () => {
  it('makes the other user an owner and the caller an admin from the next request on', async () => {
    await reset();
    const { invitation_id } = await invite(app, owner, 'crown@example.com', 'owner');
    const answer = await transfer(owner, newOwner.id);
    expect(answer.user).toMatchObject({ user_id: newOwner.id, role: 'owner', status: 'active' });
    expect((await storedUser(app, owner.id)).role).toBe('admin');
    expect(await activeOwners(app, owner.tenantId)).toMatchObject([{ id: newOwner.id }]);
    expect((await storedInvitation(app, invitation_id)).status).toBe('revoked');
    await failsWith(invite(app, owner, 'no-more@example.com', 'owner'), 'ROLE_NOT_ALLOWED');
    await invite(app, newOwner, 'now@example.com', 'owner');
    await failsWith(transfer(owner, newOwner.id), 'FORBIDDEN');
  });

  it('makes an owner of an admin', async () => {
    await reset();
    await setUser(app, newOwner.id, { role: 'admin' });
    expect((await transfer(owner, newOwner.id)).user).toMatchObject({ user_id: newOwner.id, role: 'owner' });
    expect(await activeOwners(app, owner.tenantId)).toMatchObject([{ id: newOwner.id }]);
  });

  it('can go to a user who is already an owner', async () => {
    await reset();
    await setUser(app, newOwner.id, { role: 'owner' });
    await transfer(owner, newOwner.id);
    expect(await activeOwners(app, owner.tenantId)).toMatchObject([{ id: newOwner.id }]);
  });

  it('changes nothing without the password, or for an invalid recipient', async () => {
    await reset();
    const stranger = await app.owner();
    await failsWith(transfer(owner, newOwner.id, 'wrong password'), 'CURRENT_PASSWORD_INVALID');
    await failsWith(transfer(owner, owner.id), 'STATE_CONFLICT');
    const foreign = await failsWith(transfer(owner, stranger.id), 'MEMBER_NOT_FOUND');
    expect(await failsWith(transfer(owner, 'user_missing'), 'MEMBER_NOT_FOUND')).toEqual(foreign);
    for (const status of ['pending_deletion', 'removed'] as const) {
      await setUser(app, newOwner.id, { status });
      await failsWith(transfer(owner, newOwner.id), 'MEMBER_NOT_FOUND');
    }
    await failsWith(transfer({ ...owner, tenantId: stranger.tenantId }, stranger.id), 'NOT_FOUND');
    expect((await storedUser(app, owner.id)).role).toBe('owner');
    expect((await storedUser(app, newOwner.id)).role).toBe('member');
  });
});
