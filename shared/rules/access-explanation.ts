import {
  type GrantablePermission,
  may,
  type Permission,
  permissions,
  roleAlone,
  type WorkspacePermission,
  workspaceRights,
} from './permissions.ts';
import { type Role, roles, type WorkspaceRole, workspaceRoles } from './roles.ts';

/** All permissions, in the order of their table. */
export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]];

/** Where someone has a permission. */
export const reaches = ['organization', 'workspaces', 'none'] as const;
export type Reach = (typeof reaches)[number];

interface Giving {
  readonly permissions: readonly GrantablePermission[];
}

/** All that someone's permissions can come from. */
interface Held<Custom extends Giving, In extends { readonly role: WorkspaceRole }> {
  readonly role: Role;
  readonly guest?: boolean | undefined;
  readonly customRoles: readonly Custom[];
  readonly workspaceRoles: readonly In[];
}

const isOfWorkspaces = (permission: Permission): permission is WorkspacePermission => permission in workspaceRights;

/** Those of some custom roles that give a permission. */
export const rolesGiving = <Custom extends Giving>(permission: Permission, known: readonly Custom[]): Custom[] =>
  known.filter((role) => role.permissions.some((given) => given === permission));

/** Where someone has a permission, and all that gives it to them. A test compares it with what the service lets them do. */
export const explainPermission = <Custom extends Giving, In extends { readonly role: WorkspaceRole }>(
  permission: Permission,
  { role, guest = false, customRoles, workspaceRoles: held }: Held<Custom, In>,
) => {
  const byRole = may({ ...roleAlone(role), guest }, permission);
  const byCustomRoles = guest ? [] : rolesGiving(permission, customRoles);
  const byWorkspaceRoles = isOfWorkspaces(permission)
    ? held.filter((each) => workspaceRights[permission][each.role])
    : [];
  const reach: Reach =
    byRole || byCustomRoles.length > 0 ? 'organization' : byWorkspaceRoles.length > 0 ? 'workspaces' : 'none';
  return { reach, byRole, byCustomRoles, byWorkspaceRoles };
};

/** The lowest roles that give a permission: in the organization, and in a workspace if one does. */
export const lowestGiving = (permission: Permission): { role: Role; workspaceRole: WorkspaceRole | null } => ({
  role: roles.find((role) => may(roleAlone(role), permission)) ?? 'owner',
  workspaceRole: isOfWorkspaces(permission)
    ? (workspaceRoles.find((role) => workspaceRights[permission][role]) ?? null)
    : null,
});
