import { governs, type Permission, permissions, roleAlone, workspaceRights } from '#shared/rules/permissions.ts';
import { type Role, roles, type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';

/** What a role may do: always, only with a role in the workspace, or never. */
export type Right = 'yes' | 'workspace' | 'no';

const rightOf = (right: boolean | 'workspace'): Right => (right === 'workspace' ? right : right ? 'yes' : 'no');

/** The permissions of each part of the console, in the order of its navigation. */
const areas = [
  { name: 'account', permissions: ['self'] },
  {
    name: 'team',
    permissions: [
      'team.read',
      'team.manage',
      'groups.manage',
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

/** Also a row: not every role that manages the team manages its owners. */
type TeamRight = Permission | 'owners';

const teamRightOf = (right: TeamRight, role: Role): Right =>
  right === 'owners' ? rightOf(governs(roleAlone(role), 'owner')) : rightOf(permissions[right][role]);

export interface RightsRow<Name extends string, Column extends string> {
  name: Name;
  rights: Readonly<Record<Column, Right>>;
}

/** What each role of the team may do, by part of the console. */
export const teamRights = areas.map(({ name, permissions: names }) => ({
  name,
  rows: names.map(
    (permission): RightsRow<(typeof names)[number], Role> => ({
      name: permission,
      rights: Object.fromEntries(roles.map((role) => [role, teamRightOf(permission, role)])) as never,
    }),
  ),
}));

/** What each role in a workspace may do there. */
export const rightsInWorkspace = (Object.keys(workspaceRights) as (keyof typeof workspaceRights)[]).map(
  (permission): RightsRow<keyof typeof workspaceRights, WorkspaceRole> => ({
    name: permission,
    rights: Object.fromEntries(
      workspaceRoles.map((role) => [role, rightOf(workspaceRights[permission][role])]),
    ) as never,
  }),
);
