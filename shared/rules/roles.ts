/** Tenant roles, lowest first (seed 000 §5.9). */
export const roles = ['member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Workspace roles, lowest first (seed 000 §1). */
export const workspaceRoles = ['Viewer', 'Member', 'Admin'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Whether `role` is at least as powerful as `other`. */
export const isAtLeast = (role: Role, other: Role): boolean => roles.indexOf(role) >= roles.indexOf(other);
