import type { contract } from '#shared/contract/index.ts';
import { explainPermission, lowestGiving, permissionNames, rolesGiving } from '#shared/rules/access-explanation.ts';
import { customRoleLimits } from '#shared/rules/limits.ts';
import { grantablePermissions, may } from '#shared/rules/permissions.ts';
import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listCustomRoles } from '../../storage/store/custom-roles/custom-roles.ts';
import { grantedIn } from '../../storage/store/custom-roles/granted.ts';
import { listRolesByGroups, listRolesOfMember } from '../../storage/store/custom-roles/held-custom-roles.ts';
import { listGroupRolesOf } from '../../storage/store/groups/group-workspaces.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import { listWorkspacesOf } from '../../storage/store/workspaces/workspace-access.ts';
import type { Handler } from '../handler.ts';

/** The custom roles of a member, their own first. */
const customRolesOf = async (db: Queries, userId: string) => {
  const own = await listRolesOfMember(db, userId);
  const byGroups = await listRolesByGroups(db, userId);
  return [
    ...own.map((row) => ({ ...row, group: null })),
    ...byGroups.map((row) => ({ ...row, group: { group_id: row.group_id, name: row.group_name } })),
  ].map(({ id, name, permissions, group }) => ({ id, name, permissions: grantedIn(permissions), group }));
};

/** The workspace roles of a member, their own and those of their groups. The caller learns no workspace that they don't see. */
const workspaceRolesOf = async (db: Queries, { principal }: Caller, userId: string) => {
  const { tenantId } = principal;
  const seen = new Set(
    (await listWorkspacesOf(db, tenantId, principal.id)).filter(({ role }) => role !== null).map(({ id }) => id),
  );
  const sees = (id: string): boolean => may(principal, 'workspaces.read') || seen.has(id);
  const byGroups = Map.groupBy(await listGroupRolesOf(db, userId), ({ workspace_id }) => workspace_id);
  return (await listWorkspacesOf(db, tenantId, userId)).flatMap(({ id, slug, name, own_role }) => {
    const workspace = sees(id) ? { slug, name } : null;
    return [
      ...(own_role ? [{ workspace, role: own_role, group: null }] : []),
      ...(byGroups.get(id) ?? []).map((group) => ({
        workspace,
        role: group.role,
        group: { group_id: group.id, name: group.name },
      })),
    ];
  });
};

/** Says of each permission where a member has it from, and what would give it to them. */
export const explainMemberAccess: Handler<typeof contract.customRoles.explainMemberAccess> = async (
  { db },
  { tenant_id, user_id },
  { caller },
) => {
  const member = found(await findMember(db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  const all = { limit: customRoleLimits.perTenant, offset: 0 };
  const { rows } = await listCustomRoles(db.read, tenant_id, undefined, all);
  const guest = member.guest === 1;
  // A guest can't have any (DECISION 0324).
  const known = guest
    ? []
    : rows.map(({ id, name, permissions }) => ({ id, name, permissions: grantedIn(permissions) }));
  const held = {
    role: member.role,
    guest,
    customRoles: await customRolesOf(db.read, member.id),
    workspaceRoles: await workspaceRolesOf(db.read, caller, member.id),
  };
  const permissions = permissionNames.map((permission) => {
    const { reach, byRole, byCustomRoles, byWorkspaceRoles } = explainPermission(permission, held);
    const lowest = lowestGiving(permission);
    return {
      permission,
      reach,
      role: byRole ? member.role : null,
      custom_roles: byCustomRoles.map(({ id, name, group }) => ({ role_id: id, name, group })),
      workspaces: byWorkspaceRoles,
      would_give: {
        role: lowest.role,
        workspace_role: lowest.workspaceRole,
        custom_roles: rolesGiving(permission, known).map(({ id, name }) => ({ role_id: id, name })),
        grantable: !guest && grantablePermissions.some((grantable) => grantable === permission),
      },
    };
  });
  return { permissions };
};
