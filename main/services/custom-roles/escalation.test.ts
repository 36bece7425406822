import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { GrantablePermission } from '#shared/rules/permissions.ts';
import type { AppError } from '#shared/texts/errors.ts';

const app = perFile(async () => {
  const service = await createTestService();
  return Object.assign(service, { owner: await service.owner() });
});
const { customRoles, groups, security, serviceAccounts, sessions, team, workspaces } = contract;
const at = () => ({ tenant_id: app.owner.tenantId });
const by = ({ token }: { token: string }) => ({ token });

/** A member with a custom role, and one with more. */
const pair = async (permissions: readonly GrantablePermission[], more: readonly GrantablePermission[]) => {
  const [manager, other] = [await app.join(app.owner), await app.join(app.owner)];
  const own = await createCustomRole(app, app.owner, permissions, [manager.id]);
  const higher = await createCustomRole(app, app.owner, more, [other.id]);
  return { manager, other, own, higher };
};

/** Expects that all of these are refused because they would give or take more than the caller has. */
const refused = async (attempts: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const attempt of attempts) {
    const error = await attempt().then(
      () => 'it was done',
      ({ key, details }: AppError) => `${key} ${details.reason}`,
    );
    // Their role allows the operation, so it would be wrong to say that it doesn't.
    const said = ['FORBIDDEN beyond_own', 'ROLE_NOT_ALLOWED has_more', 'ROLE_NOT_ALLOWED role'];
    expect(said, attempt.toString()).toContain(error);
  }
};
let made = 0;
const nextName = () => {
  made += 1;
  return `Attempt ${made}`;
};

describe('whoever manages custom roles', () => {
  it('gives and takes nothing that they do not have, whichever way', async () => {
    const { manager, other, own, higher } = await pair(['roles.manage', 'groups.manage'], ['audit.read']);
    const open = await createGroup(app, app.owner, 'Open');
    const group = await createGroup(app, app.owner, 'Higher');
    await app.call(customRoles.assignCustomRole, { ...higher, holder_id: group.group_id }, by(app.owner));
    const { account_id } = await createServiceAccount(app, app.owner, { role: 'admin', scopes: ['audit.read'] });
    const as = by(manager);
    const { assignCustomRole, createCustomRole: create, deleteCustomRole, unassignCustomRole } = customRoles;
    await refused([
      () => app.call(create, { ...at(), name: nextName(), permissions: ['audit.read'] }, as),
      () => app.call(customRoles.updateCustomRole, { ...own, permissions: ['roles.manage', 'audit.read'] }, as),
      () => app.call(customRoles.updateCustomRole, { ...higher, permissions: ['groups.manage'] }, as),
      () => app.call(deleteCustomRole, higher, as),
      () => app.call(assignCustomRole, { ...higher, holder_id: manager.id }, as),
      () => app.call(assignCustomRole, { ...higher, holder_id: open.group_id }, as),
      () => app.call(unassignCustomRole, { ...higher, holder_id: other.id }, as),
      () => app.call(unassignCustomRole, { ...own, holder_id: other.id }, as),
      () => app.call(assignCustomRole, { ...own, holder_id: other.id }, as),
      () => app.call(assignCustomRole, { ...own, holder_id: app.owner.id }, as),
      () => app.call(assignCustomRole, { ...own, holder_id: account_id }, as),
      () => app.call(assignCustomRole, { ...own, holder_id: group.group_id }, as),
      () => app.call(groups.addGroupMembers, { ...group, user_ids: [manager.id] }, as),
      () => app.call(groups.removeGroupMembers, { ...group, user_ids: [other.id] }, as),
      () => app.call(groups.deleteGroup, group, as),
    ]);
    const friend = await app.join(app.owner);
    const narrow = await app.call(create, { ...at(), name: nextName(), permissions: ['groups.manage'] }, as);
    await app.call(assignCustomRole, { ...at(), role_id: narrow.role_id, holder_id: friend.id }, as);
    await app.call(customRoles.updateCustomRole, { ...own, permissions: ['roles.manage'] }, as);
    await failsWith(
      app.call(customRoles.updateCustomRole, { ...own, permissions: ['groups.manage'] }, as),
      'FORBIDDEN',
    );
  });
});

describe('whoever manages groups by a custom role', () => {
  it('lets no one into workspaces that they do not manage themselves', async () => {
    const { manager } = await pair(['groups.manage'], ['audit.read']);
    const [there, elsewhere] = [
      await createWorkspace(app, app.owner, 'There'),
      await createWorkspace(app, app.owner, 'Elsewhere'),
    ];
    const set = { ...at(), slug: there.slug, user_id: manager.id, role: 'Admin' as const };
    await app.call(workspaces.setWorkspaceMember, set, by(app.owner));
    const group = await createGroup(app, app.owner, 'Doors', { workspaces: { [elsewhere.slug]: 'Viewer' } });
    const own = await createGroup(app, app.owner, 'Own', { workspaces: { [there.slug]: 'Viewer' } });
    const as = by(manager);
    await refused([
      () => app.call(groups.addGroupMembers, { ...group, user_ids: [manager.id] }, as),
      () => app.call(groups.setGroupWorkspace, { ...group, slug: there.slug, role: 'Viewer' }, as),
    ]);
    const there2 = { ...own, slug: elsewhere.slug, role: 'Viewer' as const };
    await failsWith(app.call(groups.setGroupWorkspace, there2, as), 'NOT_FOUND');
    await app.call(groups.addGroupMembers, { ...own, user_ids: [manager.id] }, as);
    await app.call(groups.setGroupWorkspace, { ...own, slug: there.slug, role: 'Admin' }, as);
  });
});

describe('whoever manages the team by a custom role', () => {
  it('acts on no one who has more, invites no one beyond, and makes no one an admin', async () => {
    const { manager, other } = await pair(['team.manage', 'sessions.manage', 'mail.manage'], ['audit.read']);
    const inside = await app.join(app.owner);
    const workspace = await createWorkspace(app, app.owner, 'Kept');
    const set = { ...at(), slug: workspace.slug, user_id: inside.id, role: 'Member' as const };
    await app.call(workspaces.setWorkspaceMember, set, by(app.owner));
    const plain = await app.join(app.owner);
    const as = by(manager);
    const invitation = { ...at(), email: 'beyond@example.com' };
    const invited = { ...invitation, role: 'member' as const, workspaces: [workspace.workspace_id] };
    const { invitation_id } = await app.call(team.inviteMember, { ...invited, email: 'in@example.com' }, by(app.owner));
    const acts = (user_id: string) => [
      () => app.call(team.removeMember, { ...at(), user_id }, as),
      () => app.call(team.disableMember, { ...at(), user_id }, as),
      () => app.call(team.changeRole, { ...at(), user_id, role: 'member' }, as),
      () => app.call(team.createMemberLink, { ...at(), user_id, purpose: 'reset_password' }, as),
      () => app.call(sessions.revokeMemberSessions, { ...at(), user_id }, as),
    ];
    await refused([
      ...acts(app.owner.id),
      ...acts(other.id),
      ...acts(inside.id),
      () => app.call(team.changeRole, { ...at(), user_id: plain.id, role: 'admin' }, as),
      () => app.call(team.changeRole, { ...at(), user_id: manager.id, role: 'admin' }, as),
      () => app.call(team.inviteMember, { ...invitation, role: 'admin' }, as),
      () => app.call(team.inviteMember, invited, as),
      () => app.call(team.copyInvitationLink, { ...at(), invitation_id }, as),
      () => app.call(security.revokeMemberApiKey, { ...at(), user_id: other.id, key_id: 'key_none' }, as),
    ]);
    await app.call(team.inviteMember, { ...invitation, role: 'member' }, as);
    await app.call(sessions.revokeMemberSessions, { ...at(), user_id: plain.id }, as);
    await app.call(team.removeMember, { ...at(), user_id: plain.id }, as);
  });
});

describe('whoever manages service accounts by a custom role', () => {
  it('makes and changes none that does more than they may', async () => {
    const { manager } = await pair(['service_accounts.manage'], ['audit.read']);
    const workspace = await createWorkspace(app, app.owner, 'Machine room');
    const { account_id, key_id } = await createServiceAccount(app, app.owner, {
      role: 'admin',
      scopes: ['audit.read'],
    });
    const { account_id: limited } = await createServiceAccount(app, app.owner, {
      scopes: ['workspaces.read'],
      workspace_ids: [workspace.workspace_id],
    });
    const as = by(manager);
    const { password } = manager;
    const make = { ...at(), name: 'Mine', scopes: ['team.read' as const] };
    const { createServiceAccount: create } = serviceAccounts;
    await refused([
      () => app.call(create, { ...make, role: 'admin' }, as),
      () => app.call(create, { ...make, workspace_ids: [workspace.workspace_id] }, as),
      ...[account_id, limited].flatMap((of) => [
        () => app.call(serviceAccounts.createServiceAccountKey, { ...at(), account_id: of, name: 'K', password }, as),
        () => app.call(serviceAccounts.updateServiceAccount, { ...at(), account_id: of, name: 'Taken' }, as),
        () => app.call(serviceAccounts.disableServiceAccount, { ...at(), account_id: of }, as),
        () => app.call(serviceAccounts.deleteServiceAccount, { ...at(), account_id: of }, as),
      ]),
      () => app.call(serviceAccounts.rollServiceAccountKey, { ...at(), account_id, key_id, password }, as),
      () => app.call(serviceAccounts.revokeServiceAccountKey, { ...at(), account_id, key_id }, as),
    ]);
    const { account_id: own } = await app.call(create, make, as);
    await app.call(serviceAccounts.createServiceAccountKey, { ...at(), account_id: own, name: 'K', password }, as);
    await refused([
      () => app.call(serviceAccounts.updateServiceAccount, { ...at(), account_id: own, role: 'admin', password }, as),
    ]);
  });
});

describe('a key', () => {
  it('of an owner puts no one into a group that gives more than its scopes', async () => {
    const group = await createGroup(app, app.owner, 'Beyond a key');
    await createCustomRole(app, app.owner, ['audit.read'], [group.group_id]);
    const person = await app.join(app.owner);
    const add = (token: string) => app.call(groups.addGroupMembers, { ...group, user_ids: [person.id] }, { token });
    const { key: narrow } = await createKey(app, app.owner, { scopes: ['groups.manage'] });
    await failsWith(add(narrow), 'FORBIDDEN');
    const { key: wide } = await createKey(app, app.owner, { scopes: ['groups.manage', 'audit.read'] });
    await add(wide);
    for (const operation of Object.values(customRoles)) {
      if (operation.allow === 'roles.manage')
        await failsWith(app.call(operation, {} as never, { token: wide }), 'API_KEY_REFUSED');
    }
  });
});
