import type { Insertable, Selectable } from 'kysely';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { Queries } from '../../database/schema.ts';
import { contains, isListed } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { WorkspaceTable } from '../../database/team-schema.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { countOf, toInteger } from '../sql.ts';
import { countEntering, entered, roleIn } from './workspace-access.ts';

export type WorkspaceRow = Omit<Selectable<WorkspaceTable>, 'name_key'>;
/** A workspace as one member of the tenant sees it. */
export type SeenWorkspaceRow = WorkspaceRow & {
  my_role: WorkspaceRole | null;
  member_count: number;
  creator_name: string | null;
  /** The last score in its history. An earlier version that runs alongside this one changes the score without it. */
  last_score: number | null;
  health_at: number | null;
  health_by: string | null;
  health_by_name: string | null;
};

export const insertWorkspace = (db: Queries, row: Omit<Insertable<WorkspaceTable>, 'name_key'>) =>
  tablesOf(db)
    .insertInto('workspaces')
    .values({ ...row, name_key: sortKey(row.name) })
    .execute();

const ofTenant = (db: Queries, tenantId: string) =>
  tablesOf(db).selectFrom('workspaces').where('workspaces.tenant_id', '=', tenantId);

/** With everything that a screen shows of a workspace to a user. */
const withDetails = (db: Queries, query: ReturnType<typeof ofTenant>, userId: string) =>
  query
    .leftJoin('users as creator', 'creator.id', 'workspaces.created_by')
    .leftJoin('workspace_health as health', (join) =>
      join.onRef('health.workspace_id', '=', 'workspaces.id').on('health.sequence', '=', ({ selectFrom }) =>
        selectFrom('workspace_health as latest')
          .whereRef('latest.workspace_id', '=', 'workspaces.id')
          .select(({ fn }) => fn.max('latest.sequence').as('sequence')),
      ),
    )
    .leftJoin('users as rater', 'rater.id', 'health.set_by')
    .selectAll('workspaces')
    .select([
      roleIn(db, userId).as('my_role'),
      'creator.name as creator_name',
      'health.score as last_score',
      'health.at as health_at',
      'health.set_by as health_by',
      'rater.name as health_by_name',
      countEntering(db).as('member_count'),
    ]);

type CountedRow = Omit<SeenWorkspaceRow, 'member_count'> & { member_count: unknown };

const toSeen = ({ member_count, ...row }: CountedRow): SeenWorkspaceRow => ({
  ...row,
  member_count: toInteger(member_count ?? 0),
});

export const findWorkspace = async (
  db: Queries,
  tenantId: string,
  slug: string,
  userId: string,
): Promise<SeenWorkspaceRow | undefined> => {
  const row = await withDetails(db, ofTenant(db, tenantId), userId)
    .where('workspaces.slug', '=', slug)
    .executeTakeFirst();
  return row && toSeen(row);
};

export interface WorkspaceFilter {
  tenantId: string;
  userId: string;
  /** Only workspaces that the user may enter by a role there. */
  ownOnly: boolean;
  /** Only these workspaces. */
  only?: readonly string[] | undefined;
  q?: string | undefined;
}

const matching = (db: Queries, { tenantId, userId, ownOnly, only, q }: WorkspaceFilter) => {
  let query = ofTenant(db, tenantId);
  if (ownOnly) query = query.where('workspaces.id', 'in', entered(db, userId));
  if (only) query = query.where(({ ref, val }) => isListed(ref('workspaces.id'), val(JSON.stringify(only))));
  if (!q) return query;
  return query.where(({ or, ref }) => or([contains(ref('workspaces.name_key'), q), contains(ref('slug'), q)]));
};

export const listWorkspaces = async (
  db: Queries,
  filter: WorkspaceFilter,
  page: Page,
): Promise<Listed<SeenWorkspaceRow>> => {
  const ordering = [byText('workspaces', 'name_key'), byText('workspaces', 'id')];
  const { rows, end } = await listPage(withDetails(db, matching(db, filter), filter.userId), ordering, page);
  return { rows: rows.map(toSeen), end };
};

export const countWorkspaces = (db: Queries, filter: WorkspaceFilter): Promise<number> => countOf(matching(db, filter));

/** How many of these ids are workspaces of the tenant. */
export const countExistingWorkspaces = async (
  db: Queries,
  tenantId: string,
  ids: readonly string[],
): Promise<number> => {
  if (ids.length === 0) return 0;
  return countOf(tablesOf(db).selectFrom('workspaces').where('tenant_id', '=', tenantId).where('id', 'in', ids));
};

/** The names of those of these ids that are workspaces of the tenant. */
export const workspaceNames = async (db: Queries, tenantId: string, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await tablesOf(db)
    .selectFrom('workspaces')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .orderBy('name_key')
    .execute();
  return rows.map(({ name }) => name);
};

export const slugTaken = async (db: Queries, tenantId: string, slug: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('workspaces')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('slug', '=', slug)
    .executeTakeFirst()) !== undefined;

/** The slugs of a tenant that are `slug` itself or begin with `stem` and a hyphen. */
export const listSlugsLike = async (db: Queries, tenantId: string, slug: string, stem: string): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('workspaces')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    // A range of the index: '.' is the character after '-'.
    .where(({ eb, or, and }) =>
      or([eb('slug', '=', slug), and([eb('slug', '>=', `${stem}-`), eb('slug', '<', `${stem}.`)])]),
    )
    .execute();
  return rows.map((row) => row.slug);
};

export const updateWorkspace = (
  db: Queries,
  id: string,
  change: Partial<Pick<WorkspaceRow, 'name' | 'description' | 'slug' | 'health_score'>>,
) =>
  tablesOf(db)
    .updateTable('workspaces')
    .set({ ...change, ...(change.name !== undefined && { name_key: sortKey(change.name) }) })
    .where('id', '=', id)
    .execute();

export const deleteWorkspace = (db: Queries, id: string) =>
  tablesOf(db).deleteFrom('workspaces').where('id', '=', id).execute();

/** Reassigns every workspace that a user owns in a tenant (seed 000 §4 #15). */
export const reassignWorkspaces = (db: Queries, tenantId: string, from: string, to: string) =>
  tablesOf(db)
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
