import type { Selectable } from 'kysely';
import { type ServiceScope, serviceScopes } from '#shared/rules/permissions.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { Queries } from '../../database/schema.ts';
import type { ServiceAccountTable } from '../../database/service-account-schema.ts';
import { contains, joinedTexts } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, toInteger } from '../sql.ts';

export type ServiceAccountRow = Omit<Selectable<ServiceAccountTable>, 'name_key'>;

/** With everything that a screen shows of it. */
export type SeenServiceAccountRow = ServiceAccountRow & {
  creator_name: string | null;
  /** Separated by commas. */
  workspaces: string | null;
  keys: number;
  last_used_at: number | null;
};

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** A scope that no longer exists grants nothing. */
export const serviceScopesOf = ({ scopes }: Pick<ServiceAccountRow, 'scopes'>): ServiceScope[] => {
  const stored = words(scopes);
  return serviceScopes.filter((scope) => stored.includes(scope));
};

export const addressesOf = ({ addresses }: Pick<ServiceAccountRow, 'addresses'>): string[] => words(addresses);

/** The workspaces that it is limited to; null if it sees all that its role sees. */
export const workspaceIdsOf = ({
  all_workspaces,
  workspaces,
}: Pick<SeenServiceAccountRow, 'all_workspaces' | 'workspaces'>): string[] | null =>
  all_workspaces === 1
    ? null
    : (workspaces ?? '')
        .split(',')
        .filter((id) => id !== '')
        .sort();

export const insertServiceAccount = (db: Queries, row: ServiceAccountRow) =>
  tablesOf(db)
    .insertInto('service_accounts')
    .values({ ...row, name_key: sortKey(row.name) })
    .execute();

const matching = (db: Queries, tenantId: string, q: string | undefined) => {
  const query = tablesOf(db).selectFrom('service_accounts').where('service_accounts.tenant_id', '=', tenantId);
  return q ? query.where(({ ref }) => contains(ref('service_accounts.name_key'), q)) : query;
};

const withDetails = (query: ReturnType<typeof matching>, now: number) =>
  query
    .leftJoin('users as creator', 'creator.id', 'service_accounts.created_by')
    .selectAll('service_accounts')
    .select(({ selectFrom, fn }) => [
      'creator.name as creator_name',
      selectFrom('service_account_workspaces')
        .whereRef('service_account_workspaces.account_id', '=', 'service_accounts.id')
        .select(joinedTexts('service_account_workspaces.workspace_id').as('ids'))
        .as('workspaces'),
      selectFrom('service_account_keys')
        .whereRef('service_account_keys.account_id', '=', 'service_accounts.id')
        .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .select(fn.countAll().as('count'))
        .as('keys'),
      selectFrom('service_account_keys')
        .whereRef('service_account_keys.account_id', '=', 'service_accounts.id')
        .select((keys) => keys.fn.max('service_account_keys.last_used_at').as('last'))
        .as('last_used_at'),
    ]);

type FoundRow = Omit<SeenServiceAccountRow, 'keys' | 'last_used_at'> & { keys: unknown; last_used_at: unknown };

const toSeen = <Row extends FoundRow>({ keys, last_used_at, ...row }: Row) => ({
  ...row,
  keys: toInteger(keys ?? 0),
  last_used_at: last_used_at === null ? null : toInteger(last_used_at),
});

/** A page of the service accounts of a tenant, with how many of their keys work at `now`. */
export const listServiceAccounts = async (
  db: Queries,
  tenantId: string,
  { q, now }: { q: string | undefined; now: number },
  page: Page,
): Promise<Listed<SeenServiceAccountRow>> => {
  const ordering = [byText('service_accounts', 'name_key'), byText('service_accounts', 'id')];
  const { rows, end } = await listPage(withDetails(matching(db, tenantId, q), now), ordering, page);
  return { rows: rows.map(toSeen), end };
};

export const countServiceAccounts = (db: Queries, tenantId: string, q?: string): Promise<number> =>
  countOf(matching(db, tenantId, q));

export const findServiceAccount = async (
  db: Queries,
  tenantId: string,
  id: string,
  now: number,
): Promise<SeenServiceAccountRow | undefined> => {
  const row = await withDetails(matching(db, tenantId, undefined), now)
    .where('service_accounts.id', '=', id)
    .executeTakeFirst();
  return row && toSeen(row);
};

type Change = Partial<
  Pick<
    ServiceAccountRow,
    | 'name'
    | 'description'
    | 'role'
    | 'role_given_at'
    | 'role_given_by'
    | 'scopes'
    | 'all_workspaces'
    | 'addresses'
    | 'disabled_at'
  >
>;

/** False if the tenant has no such service account. */
export const updateServiceAccount = (db: Queries, tenantId: string, id: string, change: Change): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('service_accounts')
      .set({ ...change, ...(change.name !== undefined && { name_key: sortKey(change.name) }) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
  );

/** False if the tenant has no such service account. */
export const deleteServiceAccount = (db: Queries, tenantId: string, id: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('service_accounts').where('tenant_id', '=', tenantId).where('id', '=', id));

/** Limits a service account to these workspaces. */
export const setServiceAccountWorkspaces = async (db: Queries, id: string, workspaces: readonly string[]) => {
  await tablesOf(db).deleteFrom('service_account_workspaces').where('account_id', '=', id).execute();
  if (workspaces.length === 0) return;
  const rows = workspaces.map((workspace) => ({ account_id: id, workspace_id: workspace }));
  await tablesOf(db).insertInto('service_account_workspaces').values(rows).execute();
};
