import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { invite, setUser, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { governs, roleAlone } from '#shared/rules/permissions.ts';
import { type Role, roles } from '#shared/rules/roles.ts';

const app = perFile(() => createTestService());
let actors: Record<Role, Person>;
let target: Person;
beforeAll(async () => {
  const owner = await app.owner();
  actors = { owner, admin: await app.join(owner, 'admin'), member: await app.join(owner, 'member') };
  target = await app.join(owner, 'member');
});

const changeRole = (actor: Person, userId: string, role: Role) =>
  app.call(contract.team.changeRole, { tenant_id: actor.tenantId, user_id: userId, role }, { token: actor.token });

const cells = roles.flatMap((actor) => roles.flatMap((from) => roles.map((to) => [actor, from, to] as const)));

describe('change a role (seed 000 §4 #14)', () => {
  it.each(cells)('lets %s make %s %s as the matrix says', async (actor, from, to) => {
    await setUser(app, target.id, { role: from });
    const attempt = changeRole(actors[actor], target.id, to);
    if (actor === 'member') await failsWith(attempt, 'FORBIDDEN');
    else if (!governs(roleAlone(actor), from) || !governs(roleAlone(actor), to))
      await failsWith(attempt, 'ROLE_NOT_ALLOWED');
    else {
      expect(await attempt).toEqual({
        success: true,
        user: {
          user_id: target.id,
          name: target.name,
          email: target.email,
          role: to,
          status: 'active',
          last_login: toIso(app.clock.now()),
        },
      });
      expect((await storedUser(app, target.id)).role).toBe(to);
      return;
    }
    expect((await storedUser(app, target.id)).role).toBe(from);
  });

  it("applies from the member's next request on, whatever the token claims", async () => {
    await setUser(app, target.id, { role: 'admin' });
    const { owner } = actors;
    const list = () => app.call(contract.team.listInvitations, { tenant_id: owner.tenantId }, { token: target.token });
    await list();
    await changeRole(owner, target.id, 'member');
    await failsWith(list(), 'FORBIDDEN');
    await changeRole(owner, target.id, 'admin');
    await list();
  });

  it('never leaves the tenant without an owner', async () => {
    const { owner } = actors;
    await setUser(app, target.id, { role: 'member' });
    await failsWith(changeRole(owner, owner.id, 'admin'), 'LAST_OWNER');
    await failsWith(changeRole(owner, owner.id, 'member'), 'LAST_OWNER');
    expect((await storedUser(app, owner.id)).role).toBe('owner');
    await setUser(app, target.id, { role: 'owner', status: 'pending_deletion' });
    await failsWith(changeRole(owner, owner.id, 'admin'), 'LAST_OWNER');
    await setUser(app, target.id, { role: 'owner', status: 'active' });
    expect((await changeRole(owner, owner.id, 'admin')).user.role).toBe('admin');
    await setUser(app, owner.id, { role: 'owner' });
  });

  it('is refused for members who are not active', async () => {
    const { owner } = actors;
    // Whoever is pending deletion is on the list of members, so they are not "not found".
    const refusals = { pending_deletion: 'STATE_CONFLICT', removed: 'MEMBER_NOT_FOUND' } as const;
    for (const status of ['pending_deletion', 'removed'] as const) {
      await setUser(app, target.id, { role: 'member', status });
      await failsWith(changeRole(owner, target.id, 'admin'), refusals[status]);
      expect((await storedUser(app, target.id)).role).toBe('member');
    }
    await setUser(app, target.id, { status: 'active' });
  });

  it('revokes the invitations that the demoted member may no longer send, and no others', async () => {
    const { owner } = actors;
    const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await storedInvitation(app, id)).status));
    await setUser(app, target.id, { role: 'owner' });
    const sent = [];
    for (const role of roles)
      sent.push((await invite(app, target, `of-demoted-${role}@example.com`, role)).invitation_id);
    const mine = (await invite(app, owner, 'of-owner@example.com', 'owner')).invitation_id;
    await changeRole(owner, target.id, 'owner');
    expect(await statuses(sent)).toEqual(['pending', 'pending', 'pending']);
    await changeRole(owner, target.id, 'admin');
    expect(await statuses(sent)).toEqual(['pending', 'pending', 'revoked']);
    await changeRole(owner, target.id, 'member');
    expect(await statuses([...sent, mine])).toEqual(['revoked', 'revoked', 'revoked', 'pending']);
  });
});
