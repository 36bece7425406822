import { type Selectable, sql } from 'kysely';
import type { WorkspaceRole } from '#shared/roles.ts';
import type { Queries, WorkspaceTable } from '../database/schema.ts';

export type WorkspaceRow = Omit<Selectable<WorkspaceTable>, 'name_key'>;
/** A workspace as one member of the tenant sees it. */
export type SeenWorkspaceRow = WorkspaceRow & { my_role: WorkspaceRole | null; member_count: number };

export const insertWorkspace = (db: Queries, row: WorkspaceRow) =>
  db
    .insertInto('workspaces')
    .values({ ...row, name_key: row.name.toLowerCase() })
    .execute();

const seenBy = (db: Queries, tenantId: string, userId: string) =>
  db
    .selectFrom('workspaces')
    .leftJoin('workspace_members as mine', (join) =>
      join.onRef('mine.workspace_id', '=', 'workspaces.id').on('mine.user_id', '=', userId),
    )
    .where('workspaces.tenant_id', '=', tenantId);

const seenColumns = sql<number>`(select count(*) from workspace_members where workspace_id = workspaces.id)`;

export const findWorkspace = (
  db: Queries,
  tenantId: string,
  slug: string,
  userId: string,
): Promise<SeenWorkspaceRow | undefined> =>
  seenBy(db, tenantId, userId)
    .selectAll('workspaces')
    .select(['mine.role as my_role', seenColumns.as('member_count')])
    .where('workspaces.slug', '=', slug)
    .executeTakeFirst();

export interface WorkspaceFilter {
  tenantId: string;
  userId: string;
  /** Only workspaces that the user is a member of. */
  ownOnly: boolean;
  q?: string | undefined;
}

const matching = (db: Queries, { tenantId, userId, ownOnly, q }: WorkspaceFilter) =>
  seenBy(db, tenantId, userId)
    .$if(ownOnly, (query) => query.where('mine.role', 'is not', null))
    .$if(q !== undefined && q !== '', (query) => {
      const text = (q as string).toLowerCase();
      return query.where(sql<boolean>`(instr(workspaces.name_key, ${text}) > 0 or instr(slug, ${text}) > 0)`);
    });

export const listWorkspaces = (
  db: Queries,
  filter: WorkspaceFilter,
  page: { limit: number; offset: number },
): Promise<SeenWorkspaceRow[]> =>
  matching(db, filter)
    .selectAll('workspaces')
    .select(['mine.role as my_role', seenColumns.as('member_count')])
    .orderBy('workspaces.name_key')
    .orderBy('workspaces.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countWorkspaces = async (db: Queries, filter: WorkspaceFilter): Promise<number> => {
  const { count } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** How many of these ids are workspaces of the tenant. */
export const countExistingWorkspaces = async (
  db: Queries,
  tenantId: string,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom('workspaces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return count;
};

export const slugTaken = async (db: Queries, tenantId: string, slug: string): Promise<boolean> =>
  (await db
    .selectFrom('workspaces')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('slug', '=', slug)
    .executeTakeFirst()) !== undefined;

export const updateWorkspace = (
  db: Queries,
  id: string,
  change: Partial<Pick<WorkspaceRow, 'name' | 'slug' | 'health_score'>>,
) =>
  db
    .updateTable('workspaces')
    .set({ ...change, ...(change.name !== undefined && { name_key: change.name.toLowerCase() }) })
    .where('id', '=', id)
    .execute();

export const deleteWorkspace = (db: Queries, id: string) => db.deleteFrom('workspaces').where('id', '=', id).execute();

/** Reassigns every workspace that a user owns in a tenant (seed 000 §4 #15). */
export const reassignWorkspaces = (db: Queries, tenantId: string, from: string, to: string) =>
  db
    .updateTable('workspaces')
    .set({ owner_id: to })
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', from)
    .execute();

/** Whether a user can see a workspace of the tenant. */
export const isVisibleWorkspace = async (
  db: Queries,
  filter: Omit<WorkspaceFilter, 'q'>,
  workspaceId: string,
): Promise<boolean> =>
  (await matching(db, filter).select('workspaces.id').where('workspaces.id', '=', workspaceId).executeTakeFirst()) !==
  undefined;
