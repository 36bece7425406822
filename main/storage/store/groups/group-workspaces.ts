import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, toInteger } from '../sql.ts';
import type { Grant } from '../workspaces/workspace-members.ts';

export const setGroupRole = (
  db: Queries,
  groupId: string,
  workspaceId: string,
  role: WorkspaceRole,
  { by, at }: Grant,
) =>
  tablesOf(db)
    .insertInto('group_workspaces')
    .values({ group_id: groupId, workspace_id: workspaceId, role, granted_by: by, granted_at: at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'group_id']).doUpdateSet({ role, granted_by: by, granted_at: at }),
    )
    .execute();

/** False if the group had no role there. */
export const removeGroupRole = (db: Queries, groupId: string, workspaceId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('group_workspaces').where('workspace_id', '=', workspaceId).where('group_id', '=', groupId),
  );

/** The workspaces of a group, by name. */
export const listGroupWorkspaces = (db: Queries, groupId: string) =>
  tablesOf(db)
    .selectFrom('group_workspaces')
    .innerJoin('workspaces', 'workspaces.id', 'group_workspaces.workspace_id')
    .leftJoin('users as granter', 'granter.id', 'group_workspaces.granted_by')
    .where('group_workspaces.group_id', '=', groupId)
    .select([
      'workspaces.id',
      'workspaces.slug',
      'workspaces.name',
      'group_workspaces.role',
      'group_workspaces.granted_at',
      'group_workspaces.granted_by',
      'granter.name as granter_name',
    ])
    .orderBy('workspaces.name_key')
    .orderBy('workspaces.id')
    .execute();

/** By workspace, how many members of a group may enter it by this group alone. */
export const countEnteringByGroupAlone = async (db: Queries, groupId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await tablesOf(db)
    .selectFrom('group_workspaces as lost')
    .innerJoin('group_members as mine', 'mine.group_id', 'lost.group_id')
    .where('lost.group_id', '=', groupId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspace_members')
            .whereRef('workspace_members.workspace_id', '=', 'lost.workspace_id')
            .whereRef('workspace_members.user_id', '=', 'mine.user_id')
            .select('workspace_members.user_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('group_workspaces as other')
            .innerJoin('group_members as theirs', 'theirs.group_id', 'other.group_id')
            .whereRef('other.workspace_id', '=', 'lost.workspace_id')
            .whereRef('theirs.user_id', '=', 'mine.user_id')
            .where('other.group_id', '!=', groupId)
            .select('theirs.user_id'),
        ),
      ),
    )
    .groupBy('lost.workspace_id')
    .select(({ fn }) => ['lost.workspace_id', fn.countAll().as('count')])
    .execute();
  return new Map(rows.map(({ workspace_id, count }) => [workspace_id, toInteger(count)]));
};

/** The groups by which some people may enter a workspace, by name. */
export const listGroupsThrough = async (db: Queries, workspaceId: string, userIds: readonly string[]) => {
  if (userIds.length === 0) return [];
  return tablesOf(db)
    .selectFrom('group_workspaces')
    .innerJoin('group_members', 'group_members.group_id', 'group_workspaces.group_id')
    .innerJoin('groups', 'groups.id', 'group_workspaces.group_id')
    .where('group_workspaces.workspace_id', '=', workspaceId)
    .where('group_members.user_id', 'in', userIds)
    .select(['group_members.user_id', 'groups.id', 'groups.name', 'group_workspaces.role'])
    .orderBy('groups.name_key')
    .execute();
};

/** The same for one person, in all workspaces. */
export const listGroupRolesOf = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('group_workspaces', 'group_workspaces.group_id', 'group_members.group_id')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .where('group_members.user_id', '=', userId)
    .select(['group_workspaces.workspace_id', 'groups.id', 'groups.name', 'group_workspaces.role'])
    .orderBy('groups.name_key')
    .execute();
