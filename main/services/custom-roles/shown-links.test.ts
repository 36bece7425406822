import { describe, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { secretIn } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const app = perFile(async () => {
  const service = await createTestService({ 'rate-limits': 'off' });
  return Object.assign(service, { owner: await service.owner() });
});
const { auth, customRoles, groups, team } = contract;
const at = () => ({ tenant_id: app.owner.tenantId });
const by = ({ token }: { token: string }) => ({ token });

/** A reset link of a plain member, which someone saw who manages the team by a custom role. */
const shownLink = async () => {
  const [manager, person] = [await app.join(app.owner), await app.join(app.owner)];
  const role = await createCustomRole(app, app.owner, ['team.manage'], [manager.id]);
  const of = { ...at(), user_id: person.id, purpose: 'reset_password' as const };
  const { url } = await app.call(team.createMemberLink, of, by(manager));
  const token = secretIn(url ?? '');
  return {
    manager,
    person,
    role,
    use: () => app.call(auth.resetPassword, { token, new_password: 'Some-other-pass-1' }),
  };
};

describe('a reset link that a member saw by a custom role', () => {
  it('lets no one in once the other one has more, by a role, a changed role or a group', async () => {
    const own = await shownLink();
    const more = await createCustomRole(app, app.owner, ['team.manage'], [own.person.id]);
    await app.call(
      customRoles.updateCustomRole,
      { ...more, permissions: ['team.manage', 'audit.read'] },
      by(app.owner),
    );
    await failsWith(own.use(), 'LINK_INVALID');
    await app.call(customRoles.updateCustomRole, { ...more, permissions: ['team.manage'] }, by(app.owner));
    await own.use();

    const grouped = await shownLink();
    const group = await createGroup(app, app.owner, 'With more');
    await createCustomRole(app, app.owner, ['audit.read'], [group.group_id]);
    await app.call(groups.addGroupMembers, { ...group, user_ids: [grouped.person.id] }, by(app.owner));
    await failsWith(grouped.use(), 'LINK_INVALID');
  });

  it('lets them in no longer than they may see such links', async () => {
    const { manager, role, use } = await shownLink();
    await createCustomRole(app, app.owner, ['audit.read'], [manager.id]);
    await app.call(customRoles.unassignCustomRole, { ...role, holder_id: manager.id }, by(app.owner));
    await failsWith(use(), 'LINK_INVALID');
  });
});
