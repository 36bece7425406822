import { type Expression, sql } from 'kysely';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/**
 * Who may enter which workspace, and as what: by a role of their own, or by one of a group (DECISION 0300). Every query that asks
 * takes it from here. Each branch is limited by itself, since SQLite doesn't push conditions into a union.
 */

/** Of the names of roles, the one that comes first is the most powerful; a test holds that. */
const highest = sql<WorkspaceRole | null>`min(access.role)`;

type Text = string | Expression<string>;

const workspaceId = sql.ref<string>('workspaces.id');

const ownOf = (db: Queries, userId: Text) =>
  tablesOf(db).selectFrom('workspace_members').where('workspace_members.user_id', '=', userId);
const groupsOf = (db: Queries, userId: Text) =>
  tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('group_workspaces', 'group_workspaces.group_id', 'group_members.group_id')
    .where('group_members.user_id', '=', userId);

/** The role of a person in the workspace of the query around it; null without one. */
export const roleIn = (db: Queries, userId: Text) =>
  tablesOf(db)
    .selectFrom(
      ownOf(db, userId)
        .where('workspace_members.workspace_id', '=', workspaceId)
        .select('workspace_members.role')
        .unionAll(
          groupsOf(db, userId).where('group_workspaces.workspace_id', '=', workspaceId).select('group_workspaces.role'),
        )
        .as('access'),
    )
    .select(highest.as('role'));

/** The workspaces that a person may enter. */
export const entered = (db: Queries, userId: Text) =>
  ownOf(db, userId)
    .select('workspace_members.workspace_id')
    .union(groupsOf(db, userId).select('group_workspaces.workspace_id'));

const ownIn = (db: Queries, workspace: Text) =>
  tablesOf(db).selectFrom('workspace_members').where('workspace_members.workspace_id', '=', workspace);
const groupsIn = (db: Queries, workspace: Text) =>
  tablesOf(db)
    .selectFrom('group_workspaces')
    .innerJoin('group_members', 'group_members.group_id', 'group_workspaces.group_id')
    .where('group_workspaces.workspace_id', '=', workspace);

/** Those who may enter a workspace, each once, with their role. */
export const accessTo = (db: Queries, workspace: string) =>
  tablesOf(db)
    .selectFrom(
      ownIn(db, workspace)
        .select(['workspace_members.user_id', 'workspace_members.role'])
        .unionAll(groupsIn(db, workspace).select(['group_members.user_id', 'group_workspaces.role']))
        .as('access'),
    )
    .groupBy('access.user_id')
    .select(['access.user_id', sql<WorkspaceRole>`min(access.role)`.as('role')]);

/**
 * How many may enter the workspace of the query around it. Those with a role of their own are counted by the index alone, so that
 * a workspace that no group opens costs no more.
 */
export const countEntering = (db: Queries) => {
  const own = ownIn(db, workspaceId);
  const others = groupsIn(db, workspaceId)
    .select('group_members.user_id')
    .except(own.select('workspace_members.user_id'))
    .as('others');
  const countOfOthers = tablesOf(db)
    .selectFrom(others)
    .select(({ fn }) => fn.countAll().as('count'));
  return sql<unknown>`${own.select(({ fn }) => fn.countAll().as('count'))} + ${countOfOthers}`;
};

/** Which workspaces some people may enter: each pair once. */
export const pairsOf = (db: Queries, userIds: readonly string[]) =>
  tablesOf(db)
    .selectFrom('workspace_members')
    .where('workspace_members.user_id', 'in', userIds)
    .select(['workspace_members.workspace_id', 'workspace_members.user_id'])
    .union(
      tablesOf(db)
        .selectFrom('group_members')
        .innerJoin('group_workspaces', 'group_workspaces.group_id', 'group_members.group_id')
        .where('group_members.user_id', 'in', userIds)
        .select(['group_workspaces.workspace_id', 'group_members.user_id']),
    );

/** Every workspace that a user may enter or owns. */
export const listWorkspacesOf = (db: Queries, tenantId: string, userId: string) =>
  tablesOf(db)
    .selectFrom('workspaces')
    .leftJoin('workspace_members as own', (join) =>
      join.onRef('own.workspace_id', '=', 'workspaces.id').on('own.user_id', '=', userId),
    )
    .where('workspaces.tenant_id', '=', tenantId)
    .where(({ eb, or }) => or([eb('workspaces.id', 'in', entered(db, userId)), eb('workspaces.owner_id', '=', userId)]))
    .select(['workspaces.id', 'workspaces.slug', 'workspaces.name', 'workspaces.owner_id', 'own.role as own_role'])
    .select(roleIn(db, userId).as('role'))
    .orderBy('workspaces.name')
    .execute();
