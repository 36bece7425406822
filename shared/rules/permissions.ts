import type { Role, WorkspaceRole } from './roles.ts';

/**
 * Who may do what. DECISION 0005: seed 000 §5.9 and §5.10 don't show it.
 * `workspace`: only with a role in that workspace, see {@link workspaceRights}.
 */
export const permissions = {
  self: { member: true, admin: true, owner: true },
  'team.read': { member: true, admin: true, owner: true },
  'team.manage': { member: false, admin: true, owner: true },
  'groups.manage': { member: false, admin: true, owner: true },
  'policies.manage': { member: false, admin: false, owner: true },
  'ownership.transfer': { member: false, admin: false, owner: true },
  'sessions.manage': { member: false, admin: true, owner: true },
  'second_factor.reset': { member: false, admin: false, owner: true },
  'mail.manage': { member: false, admin: true, owner: true },
  'mail.settings': { member: false, admin: false, owner: true },
  'audit.read': { member: false, admin: true, owner: true },
  'events.manage': { member: false, admin: false, owner: true },
  'backups.manage': { member: false, admin: false, owner: true },
  'service_accounts.manage': { member: false, admin: true, owner: true },
  'settings.read': { member: false, admin: true, owner: true },
  'sample.remove': { member: false, admin: false, owner: true },
  'workspaces.list': { member: true, admin: true, owner: true },
  'workspaces.read': { member: 'workspace', admin: true, owner: true },
  'workspaces.health': { member: 'workspace', admin: true, owner: true },
  'workspaces.settings': { member: 'workspace', admin: true, owner: true },
  'workspaces.manage': { member: false, admin: true, owner: true },
  'hosting.read': { member: false, admin: true, owner: true },
  'hosting.manage': { member: false, admin: false, owner: true },
  'hosting.settings': { member: false, admin: false, owner: true },
} as const satisfies Record<string, Record<Role, boolean | 'workspace'>>;

export type Permission = keyof typeof permissions;

/**
 * The permissions that an API key may have. The rest is reserved for people: sessions, ownership, other people's second
 * factors, and the hosting provider's credentials. `self` is the user's own profile, without passwords, addresses, keys
 * or deletion: see `keys` of each operation.
 */
export const keyScopes = [
  'self',
  'team.read',
  'team.manage',
  'groups.manage',
  'mail.manage',
  'audit.read',
  'workspaces.list',
  'workspaces.read',
  'workspaces.settings',
  'workspaces.manage',
  'hosting.read',
  'hosting.manage',
] as const satisfies readonly Permission[];
export type KeyScope = (typeof keyScopes)[number];

/**
 * DECISION 0317: the scopes that a service account may have: those of API keys, without a profile, and without what only
 * owners may do.
 */
export const serviceScopes = [
  'team.read',
  'team.manage',
  'groups.manage',
  'mail.manage',
  'audit.read',
  'workspaces.list',
  'workspaces.read',
  'workspaces.settings',
  'workspaces.manage',
  'hosting.read',
] as const satisfies readonly KeyScope[];
export type ServiceScope = (typeof serviceScopes)[number];

/** The roles that a service account may have: it never owns an organization. */
export const serviceRoles = ['member', 'admin'] as const satisfies readonly Role[];
export type ServiceRole = (typeof serviceRoles)[number];

export type WorkspacePermission = 'workspaces.read' | 'workspaces.health' | 'workspaces.settings';

/** DECISION 0301: what a workspace role allows in that workspace. */
export const workspaceRights: Record<WorkspacePermission, Record<WorkspaceRole, boolean>> = {
  'workspaces.read': { Viewer: true, Member: true, Admin: true },
  'workspaces.health': { Viewer: false, Member: true, Admin: true },
  'workspaces.settings': { Viewer: false, Member: false, Admin: true },
};

/** Whether a tenant role is refused outright; {@link mayInWorkspace} decides `workspace` cells later. */
export const isRefused = (role: Role, permission: Permission): boolean => permissions[permission][role] === false;

/** Whether a tenant role has a permission unconditionally. */
export const may = (role: Role, permission: Permission): boolean => permissions[permission][role] === true;

/** Whether a caller may act in a workspace, by tenant role or else by workspace role. */
export const mayInWorkspace = (
  role: Role,
  workspaceRole: WorkspaceRole | undefined,
  permission: WorkspacePermission,
): boolean => may(role, permission) || (workspaceRole !== undefined && workspaceRights[permission][workspaceRole]);

/** Which roles a caller may grant, revoke, invite or act on: an owner all, an admin all but owner. */
export const governs = (actor: Role, role: Role): boolean =>
  actor === 'owner' || (actor === 'admin' && role !== 'owner');

/** Whether a role is ownership: someone must keep it, giving it takes a confirmation, and everyone hears of it. */
export const isOwner = (role: Role): boolean => role === 'owner';

/** Whether a role manages a team that someone else owns. */
export const isAdmin = (role: Role): boolean => role === 'admin';

/** The role by which an API key of someone with this role governs others: never ownership. */
export const keyRole = (role: Role): Role => (isOwner(role) ? 'admin' : role);

/** Whether an API key may give someone a role. DECISION 0062: it makes people members and nothing more. */
export const mayKeyGrant = (role: Role): boolean => role === 'member';

/** The roles that a caller may grant, highest first. */
export const grantableRoles = (actor: Role): Role[] =>
  (['owner', 'admin', 'member'] as const).filter((role) => governs(actor, role));
