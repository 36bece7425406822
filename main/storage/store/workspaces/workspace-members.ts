import type { WorkspaceRole } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf } from '../sql.ts';

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
    .selectFrom('workspace_members')
    .innerJoin('users', 'users.id', 'workspace_members.user_id')
    .where('workspace_members.workspace_id', '=', workspaceId);
  return q ? query.where(({ ref }) => contains(ref('users.search_text'), q)) : query;
};

/** A member, and who granted the role. */
export interface WorkspaceMemberRow {
  id: string;
  name: string;
  email: string;
  role: WorkspaceRole;
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
      .leftJoin('users as granter', 'granter.id', 'workspace_members.granted_by')
      .select([
        'users.id',
        'users.name',
        'users.email',
        'users.name_key',
        'workspace_members.role',
        'workspace_members.granted_at',
        'workspace_members.granted_by',
        'granter.name as granter_name',
      ]),
    [byText('users', 'name_key'), byText('users', 'id')],
    page,
  );

export const countWorkspaceMembers = (db: Queries, workspaceId: string, q: string | undefined): Promise<number> =>
  countOf(matching(db, workspaceId, q));

/** Every workspace that a user belongs to or owns. */
export const listWorkspacesOf = (db: Queries, tenantId: string, userId: string) =>
  tablesOf(db)
    .selectFrom('workspaces')
    .leftJoin('workspace_members as mine', (join) =>
      join.onRef('mine.workspace_id', '=', 'workspaces.id').on('mine.user_id', '=', userId),
    )
    .where('workspaces.tenant_id', '=', tenantId)
    .where(({ eb, or }) => or([eb('mine.role', 'is not', null), eb('workspaces.owner_id', '=', userId)]))
    .select(['workspaces.id', 'workspaces.slug', 'workspaces.name', 'workspaces.owner_id', 'mine.role'])
    .orderBy('workspaces.name')
    .execute();
