import { governs, permissions, roleAlone, workspaceRights } from '#shared/rules/permissions.ts';
import { type Role, roles, type WorkspaceRole, workspaceRoles } from '#shared/rules/roles.ts';
import { permissionAreas, type TeamRight } from '../../components/permission-areas.ts';

/** What a role may do: always, only with a role in the workspace, or never. */
export type Right = 'yes' | 'workspace' | 'no';

const rightOf = (right: boolean | 'workspace'): Right => (right === 'workspace' ? right : right ? 'yes' : 'no');

const teamRightOf = (right: TeamRight, role: Role): Right =>
  right === 'owners' ? rightOf(governs(roleAlone(role), 'owner')) : rightOf(permissions[right][role]);

export interface RightsRow<Name extends string, Column extends string> {
  name: Name;
  rights: Readonly<Record<Column, Right>>;
}

/** What each role of the team may do, by part of the console. */
export const teamRights = permissionAreas.map(({ name, permissions: names }) => ({
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
