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
  'roles.manage': { member: false, admin: true, owner: true },
  'policies.manage': { member: false, admin: false, owner: true },
  'ownership.transfer': { member: false, admin: false, owner: true },
  'sessions.manage': { member: false, admin: true, owner: true },
  'second_factor.reset': { member: false, admin: false, owner: true },
  'mail.manage': { member: false, admin: true, owner: true },
  'mail.settings': { member: false, admin: false, owner: true },
  'audit.read': { member: false, admin: true, owner: true },
  'events.manage': { member: false, admin: false, owner: true },
  'backups.manage': { member: false, admin: false, owner: true },
  'applications.manage': { member: false, admin: true, owner: true },
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
 * DECISION 0307: what custom roles may give, besides what every member may anyway. What only owners may do stays so. A test holds
 * that none is missing.
 */
export const grantablePermissions = [
  'team.manage',
  'groups.manage',
  'roles.manage',
  'sessions.manage',
  'applications.manage',
  'service_accounts.manage',
  'mail.manage',
  'audit.read',
  'settings.read',
  'workspaces.read',
  'workspaces.health',
  'workspaces.settings',
  'workspaces.manage',
  'hosting.read',
] as const satisfies readonly Permission[];
export type GrantablePermission = (typeof grantablePermissions)[number];

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
  'applications.manage',
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
  'applications.manage',
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

/** What some of these permissions are of no use without. */
const needed: Partial<Record<GrantablePermission, readonly GrantablePermission[]>> = {
  'workspaces.health': ['workspaces.read'],
  'workspaces.settings': ['workspaces.read', 'workspaces.health'],
  'workspaces.manage': ['workspaces.read'],
};

/** Some permissions with all that they need, each once, in order. */
export const withNeeded = (given: readonly GrantablePermission[]): GrantablePermission[] => {
  const all = new Set(given.flatMap((permission) => [permission, ...(needed[permission] ?? [])]));
  return grantablePermissions.filter((permission) => all.has(permission));
};

/** Whoever has permissions: by their role, and what custom roles give them besides (DECISION 0307). */
export interface Holder {
  readonly role: Role;
  readonly granted: readonly GrantablePermission[];
  /** Whether they are a guest (DECISION 0324): custom roles give them nothing, and their role only {@link guestPermissions}. */
  readonly guest?: boolean | undefined;
}

/**
 * DECISION 0324: what guests may have. Anything else, and any permission that is added, is closed to them. Besides, an operation has
 * to say that it is open to guests, because its answer tells of nobody else.
 */
export const guestPermissions = [
  'self',
  'workspaces.list',
  'workspaces.read',
  'workspaces.health',
  'workspaces.settings',
] as const satisfies readonly Permission[];

const isOpenTo = ({ guest }: Holder, permission: Permission): boolean =>
  !guest || guestPermissions.some((open) => open === permission);

/** Someone who has what their role allows and no more. */
export const roleAlone = (role: Role): Holder => ({ role, granted: [] });

const isGranted = ({ granted, guest }: Holder, permission: Permission): boolean =>
  !guest && granted.some((given) => given === permission);

/** Whether someone is refused outright; {@link mayInWorkspace} decides `workspace` cells later. */
export const isRefused = (holder: Holder, permission: Permission): boolean =>
  !isOpenTo(holder, permission) || (permissions[permission][holder.role] === false && !isGranted(holder, permission));

/** Whether someone has a permission unconditionally. */
export const may = (holder: Holder, permission: Permission): boolean =>
  isOpenTo(holder, permission) && (permissions[permission][holder.role] === true || isGranted(holder, permission));

/** Whether a caller may act in a workspace, by tenant role, custom role or else by workspace role. */
export const mayInWorkspace = (
  holder: Holder,
  workspaceRole: WorkspaceRole | undefined,
  permission: WorkspacePermission,
): boolean => may(holder, permission) || (workspaceRole !== undefined && workspaceRights[permission][workspaceRole]);

/**
 * Which roles a caller may grant, revoke, invite or act on: an owner all, an admin all but owner, and a member with a permission
 * that takes this, members. The service also compares what such a member has with what the other one has.
 */
export const governs = (actor: Holder, role: Role): boolean =>
  actor.role === 'owner' ||
  (actor.role === 'admin' && role !== 'owner') ||
  (role === 'member' && actor.granted.length > 0);

/** Whether someone has all of these permissions. DECISION 0307: nobody gives more than they have. */
export const hasAll = (holder: Holder, given: readonly GrantablePermission[]): boolean =>
  given.every((permission) => may(holder, permission));

/** Whether someone has all that custom roles can give, so that no such role is beyond them. */
export const hasEveryGrantable = (holder: Holder): boolean => hasAll(holder, grantablePermissions);

/** Whether a role is ownership: someone must keep it, giving it takes a confirmation, and everyone hears of it. */
export const isOwner = (role: Role): boolean => role === 'owner';

/** Whether a role manages a team that someone else owns. */
export const isAdmin = (role: Role): boolean => role === 'admin';

/** The role by which an API key of someone with this role governs others: never ownership. */
export const keyRole = (role: Role): Role => (isOwner(role) ? 'admin' : role);

/** Whether an API key may give someone a role. DECISION 0062: it makes people members and nothing more. */
export const mayKeyGrant = (role: Role): boolean => role === 'member';

/** The roles that a caller may grant, highest first. */
export const grantableRoles = (actor: Holder): Role[] =>
  (['owner', 'admin', 'member'] as const).filter((role) => governs(actor, role));
