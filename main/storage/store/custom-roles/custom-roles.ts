import type { Selectable } from 'kysely';
import { readingKey } from '#shared/text-input/text-case.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { CustomRoleTable } from '../../database/custom-role-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, toInteger } from '../sql.ts';

export type CustomRoleRow = Omit<Selectable<CustomRoleTable>, 'name_key'>;

/** With everything that a screen shows of it. */
export type SeenCustomRoleRow = CustomRoleRow & {
  creator_name: string | null;
  members: number;
  groups: number;
  accounts: number;
};

export const insertCustomRole = (db: Queries, row: CustomRoleRow) =>
  tablesOf(db)
    .insertInto('custom_roles')
    .values({ ...row, name_key: sortKey(row.name) })
    .execute();

const matching = (db: Queries, tenantId: string, q?: string) => {
  const query = tablesOf(db).selectFrom('custom_roles').where('custom_roles.tenant_id', '=', tenantId);
  return q ? query.where(({ ref }) => contains(ref('custom_roles.name_key'), q)) : query;
};

const withDetails = (query: ReturnType<typeof matching>) =>
  query
    .leftJoin('users as creator', 'creator.id', 'custom_roles.created_by')
    .selectAll('custom_roles')
    .select(({ selectFrom, fn }) => [
      'creator.name as creator_name',
      selectFrom('custom_role_members')
        .whereRef('custom_role_members.role_id', '=', 'custom_roles.id')
        .select(fn.countAll().as('count'))
        .as('members'),
      selectFrom('custom_role_groups')
        .whereRef('custom_role_groups.role_id', '=', 'custom_roles.id')
        .select(fn.countAll().as('count'))
        .as('groups'),
      selectFrom('custom_role_accounts')
        .whereRef('custom_role_accounts.role_id', '=', 'custom_roles.id')
        .select(fn.countAll().as('count'))
        .as('accounts'),
    ]);

const toSeen = <Row extends object>({
  members,
  groups,
  accounts,
  ...row
}: Row & { members: unknown; groups: unknown; accounts: unknown }) => ({
  ...row,
  members: toInteger(members ?? 0),
  groups: toInteger(groups ?? 0),
  accounts: toInteger(accounts ?? 0),
});

/** A page of the custom roles of a tenant, by name. */
export const listCustomRoles = async (
  db: Queries,
  tenantId: string,
  q: string | undefined,
  page: Page,
): Promise<Listed<SeenCustomRoleRow>> => {
  const ordering = [byText('custom_roles', 'name_key'), byText('custom_roles', 'id')];
  const { rows, end } = await listPage(withDetails(matching(db, tenantId, q)), ordering, page);
  return { rows: rows.map(toSeen), end };
};

export const countCustomRoles = (db: Queries, tenantId: string, q?: string): Promise<number> =>
  countOf(matching(db, tenantId, q));

export const findCustomRole = async (
  db: Queries,
  tenantId: string,
  id: string,
): Promise<SeenCustomRoleRow | undefined> => {
  const row = await withDetails(matching(db, tenantId)).where('custom_roles.id', '=', id).executeTakeFirst();
  return row && toSeen(row);
};

/** Whether another custom role of the tenant has a name that reads the same. */
export const customRoleNameTaken = async (
  db: Queries,
  tenantId: string,
  name: string,
  except?: string,
): Promise<boolean> => {
  const rows = await matching(db, tenantId, name).select(['custom_roles.id', 'custom_roles.name']).execute();
  return rows.some((row) => row.id !== except && readingKey(row.name) === readingKey(name));
};

/** False if the tenant has no such custom role. */
export const updateCustomRole = (
  db: Queries,
  tenantId: string,
  id: string,
  change: Pick<CustomRoleRow, 'name' | 'description' | 'permissions'>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('custom_roles')
      .set({ ...change, name_key: sortKey(change.name) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
  );

/** Takes it from whoever has it. False if the tenant has no such custom role. */
export const deleteCustomRole = (db: Queries, tenantId: string, id: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('custom_roles').where('tenant_id', '=', tenantId).where('id', '=', id));
