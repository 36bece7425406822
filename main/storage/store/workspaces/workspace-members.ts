import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf } from '../sql.ts';
import { accessTo } from './workspace-access.ts';

/** Who granted a role, and when. */
export interface Grant {
  /** Null if it isn't a person. */
  by: string | null;
  at: number;
}

export const setWorkspaceRole = (
  db: Queries,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
  { by, at }: Grant,
) =>
  tablesOf(db)
    .insertInto('workspace_members')
    .values({ workspace_id: workspaceId, user_id: userId, role, granted_by: by, granted_at: at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role, granted_by: by, granted_at: at }),
    )
    .execute();

export const removeFromWorkspace = (db: Queries, workspaceId: string, userId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('workspace_members').where('workspace_id', '=', workspaceId).where('user_id', '=', userId),
  );

export const removeFromAllWorkspaces = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('workspace_members').where('user_id', '=', userId).execute();

const matching = (db: Queries, workspaceId: string, q: string | undefined) => {
  const query = tablesOf(db)
    .selectFrom(accessTo(db, workspaceId).as('entering'))
    .innerJoin('users', 'users.id', 'entering.user_id');
  return q ? query.where(({ ref }) => contains(ref('users.search_text'), q)) : query;
};

/** Someone who may enter a workspace, and who granted them a role of their own. */
export interface WorkspaceMemberRow {
  id: string;
  name: string;
  email: string;
  role: WorkspaceRole;
  /** Null if only groups let them in. */
  own_role: WorkspaceRole | null;
  granted_at: number | null;
  granted_by: string | null;
  granter_name: string | null;
}

export const listWorkspaceMembers = (
  db: Queries,
  workspaceId: string,
  q: string | undefined,
  page: Page,
): Promise<Listed<WorkspaceMemberRow>> =>
  listPage(
    matching(db, workspaceId, q)
      .leftJoin('workspace_members as own', (join) =>
        join.onRef('own.user_id', '=', 'users.id').on('own.workspace_id', '=', workspaceId),
      )
      .leftJoin('users as granter', 'granter.id', 'own.granted_by')
      .select([
        'users.id',
        'users.name',
        'users.email',
        'users.name_key',
        'entering.role',
        'own.role as own_role',
        'own.granted_at',
        'own.granted_by',
        'granter.name as granter_name',
      ]),
    [byText('users', 'name_key'), byText('users', 'id')],
    page,
  );

export const countWorkspaceMembers = (db: Queries, workspaceId: string, q: string | undefined): Promise<number> =>
  countOf(matching(db, workspaceId, q));
