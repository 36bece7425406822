import type { Permission } from '#shared/rules/permissions.ts';

/** A row of who can do what. `owners` is no permission: not every role that manages the team manages its owners. */
export type TeamRight = Permission | 'owners';

/** The permissions of each part of the console, in the order of its navigation. */
export const permissionAreas = [
  { name: 'account', permissions: ['self'] },
  {
    name: 'team',
    permissions: [
      'team.read',
      'team.manage',
      'groups.manage',
      'applications.manage',
      'roles.manage',
      'sessions.manage',
      'second_factor.reset',
      'owners',
      'ownership.transfer',
    ],
  },
  {
    name: 'workspaces',
    permissions: [
      'workspaces.list',
      'workspaces.read',
      'workspaces.health',
      'workspaces.settings',
      'workspaces.manage',
    ],
  },
  { name: 'hosting', permissions: ['hosting.read', 'hosting.manage', 'hosting.settings'] },
  { name: 'mail', permissions: ['mail.manage', 'mail.settings'] },
  {
    name: 'settings',
    permissions: [
      'audit.read',
      'service_accounts.manage',
      'events.manage',
      'settings.read',
      'policies.manage',
      'backups.manage',
      'sample.remove',
    ],
  },
] as const satisfies readonly { name: string; permissions: readonly TeamRight[] }[];
