/** Tenant roles, lowest first (seed 000 §5.9). */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** What every member has, except for guests. */
export const isLowest = (role: Role): boolean => role === roles[0];

/** Whether someone with this role may be a guest (DECISION 0324). */
export const mayBeGuest = (role: Role): boolean => role === 'member';

/** A role, and for guests what they are besides. */
export type Standing = Role | 'guest';

/** What a guest has instead of their role alone. */
export const standingOf = ({ role, guest }: { readonly role: Role; readonly guest?: 0 | 1 | undefined }): Standing =>
  guest === 1 ? 'guest' : role;

/** Workspace roles, lowest first (seed 000 §1). */
export const workspaceRoles = ['Viewer', 'Member', 'Admin'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** The most powerful of some workspace roles. */
export const highestOf = (some: readonly [WorkspaceRole, ...WorkspaceRole[]]): WorkspaceRole =>
  workspaceRoles.findLast((role) => some.includes(role)) ?? some[0];

/** Whether a workspace role is at least as powerful as another. */
export const reachesInWorkspace = (role: WorkspaceRole | null, other: WorkspaceRole): boolean =>
  role !== null && workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(other);

/** Whether a workspace role manages the workspace. */
export const isAdminIn = (role: WorkspaceRole | null): boolean => role === 'Admin';

/** Whether `role` is at least as powerful as `other`. */
export const isAtLeast = (role: Role, other: Role): boolean => roles.indexOf(role) >= roles.indexOf(other);
