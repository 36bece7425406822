import type { Selectable } from 'kysely';
import { readingKey } from '#shared/text-input/text-case.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { GroupTable } from '../../database/group-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, toInteger } from '../sql.ts';

export type GroupRow = Omit<Selectable<GroupTable>, 'name_key'>;

/** With everything that a screen shows of it. */
export type SeenGroupRow = GroupRow & { creator_name: string | null; members: number; workspaces: number };

export const insertGroup = (db: Queries, row: GroupRow) =>
  tablesOf(db)
    .insertInto('groups')
    .values({ ...row, name_key: sortKey(row.name) })
    .execute();

const matching = (db: Queries, tenantId: string, q?: string) => {
  const query = tablesOf(db).selectFrom('groups').where('groups.tenant_id', '=', tenantId);
  return q ? query.where(({ ref }) => contains(ref('groups.name_key'), q)) : query;
};

const withDetails = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('users as creator', 'creator.id', 'groups.created_by')
    .selectAll('groups')
    .select(({ selectFrom, fn }) => [
      'creator.name as creator_name',
      selectFrom('group_members')
        .whereRef('group_members.group_id', '=', 'groups.id')
        .select(fn.countAll().as('count'))
        .as('members'),
      selectFrom('group_workspaces')
        .whereRef('group_workspaces.group_id', '=', 'groups.id')
        .select(fn.countAll().as('count'))
        .as('workspaces'),
    ]);

const toSeen = <Row extends object>({
  members,
  workspaces,
  ...row
}: Row & { members: unknown; workspaces: unknown }) => ({
  ...row,
  members: toInteger(members ?? 0),
  workspaces: toInteger(workspaces ?? 0),
});

/** A page of the groups of a tenant, by name. */
export const listGroups = async (
  db: Queries,
  tenantId: string,
  q: string | undefined,
  page: Page,
): Promise<Listed<SeenGroupRow>> => {
  const ordering = [byText('groups', 'name_key'), byText('groups', 'id')];
  const { rows, end } = await listPage(withDetails(matching(db, tenantId, q)), ordering, page);
  return { rows: rows.map(toSeen), end };
};

export const countGroups = (db: Queries, tenantId: string, q?: string): Promise<number> =>
  countOf(matching(db, tenantId, q));

export const findGroup = async (db: Queries, tenantId: string, id: string): Promise<SeenGroupRow | undefined> => {
  const row = await withDetails(matching(db, tenantId)).where('groups.id', '=', id).executeTakeFirst();
  return row && toSeen(row);
};

/** Whether another group of the tenant has a name that reads the same. */
export const groupNameTaken = async (
  db: Queries,
  tenantId: string,
  name: string,
  except?: string,
): Promise<boolean> => {
  const rows = await matching(db, tenantId, name).select(['groups.id', 'groups.name']).execute();
  return rows.some((row) => row.id !== except && readingKey(row.name) === readingKey(name));
};

/** False if the tenant has no such group. */
export const updateGroup = (
  db: Queries,
  tenantId: string,
  id: string,
  change: Pick<GroupRow, 'name' | 'description'>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('groups')
      .set({ ...change, name_key: sortKey(change.name) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
  );

/** Ends what its members could do by it. False if the tenant has no such group. */
export const deleteGroup = (db: Queries, tenantId: string, id: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('groups').where('tenant_id', '=', tenantId).where('id', '=', id));
