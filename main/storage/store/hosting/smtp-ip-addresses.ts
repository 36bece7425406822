import type { Selectable } from 'kysely';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { SmtpIpAddressTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, sumOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type IpAddressRow = Omit<Selectable<SmtpIpAddressTable>, 'search_text'>;

const searchText = ({ address, label, service_id }: Pick<IpAddressRow, 'address' | 'label' | 'service_id'>): string =>
  searchKey(`${address}\n${label}\n${service_id ?? ''}`);

/** Adds an address; false if it already exists. */
export const insertIpAddress = (db: Queries, row: IpAddressRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('smtp_ip_addresses')
      .values({ ...row, search_text: searchText(row) })
      .onConflict((conflict) => conflict.doNothing()),
  );

const present = (db: Queries, { tenantId, mode }: HostingScope, q?: string) => {
  const query = tablesOf(db)
    .selectFrom('smtp_ip_addresses')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('removed_at', 'is', null);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

export const findIpAddress = (db: Queries, scope: HostingScope, id: string): Promise<IpAddressRow | undefined> =>
  present(db, scope).selectAll().where('id', '=', id).executeTakeFirst();

export const listIpAddresses = (
  db: Queries,
  scope: HostingScope,
  q: string | undefined,
  page: Page,
): Promise<Listed<IpAddressRow>> =>
  listPage(
    present(db, scope, q).selectAll(),
    [byText('smtp_ip_addresses', 'address'), byText('smtp_ip_addresses', 'id')],
    page,
  );

/** Includes removed addresses: months in which they cost something still show them. */
export const allIpAddresses = (db: Queries, { tenantId, mode }: HostingScope): Promise<IpAddressRow[]> =>
  tablesOf(db)
    .selectFrom('smtp_ip_addresses')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .execute();

export const countIpAddresses = (db: Queries, scope: HostingScope, q?: string): Promise<number> =>
  countOf(present(db, scope, q));

/** Updates an address; false if it does not exist. */
export const updateIpAddress = (
  db: Queries,
  row: IpAddressRow,
  change: Partial<Pick<IpAddressRow, 'label' | 'service_id' | 'approximate_cost' | 'removed_at' | 'unlisted_at'>>,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('smtp_ip_addresses')
      .set({ ...change, search_text: searchText({ ...row, ...change }) })
      .where('id', '=', row.id)
      .where('removed_at', 'is', null),
  );

/** Monthly cost of all addresses that the provider lists or that someone typed in, in cents. */
export const sumIpAddressCosts = (db: Queries, scope: HostingScope): Promise<number> =>
  sumOf(
    present(db, scope)
      .where('unlisted_at', 'is', null)
      .select(({ fn }) => fn.sum('approximate_cost').as('sum')),
  );
