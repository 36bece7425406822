import { type Selectable, sql } from 'kysely';
import type { SmtpIpAddressTable } from '../database/hosting-schema.ts';
import type { Queries } from '../database/schema.ts';
import type { HostingScope } from './provider-settings.ts';

export type IpAddressRow = Omit<Selectable<SmtpIpAddressTable>, 'search_text'>;

const searchText = ({ address, label, service_id }: Pick<IpAddressRow, 'address' | 'label' | 'service_id'>): string =>
  `${address}\n${label}\n${service_id ?? ''}`.toLowerCase();

/** Adds an address; false if it already exists. */
export const insertIpAddress = async (db: Queries, row: IpAddressRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('smtp_ip_addresses')
    .values({ ...row, search_text: searchText(row) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
};

const present = (db: Queries, { tenantId, mode }: HostingScope, q?: string) =>
  db
    .selectFrom('smtp_ip_addresses')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('removed_at', 'is', null)
    .$if(q !== undefined && q !== '', (query) =>
      query.where(sql<boolean>`instr(search_text, ${(q as string).toLowerCase()}) > 0`),
    );

export const findIpAddress = (db: Queries, scope: HostingScope, id: string): Promise<IpAddressRow | undefined> =>
  present(db, scope).selectAll().where('id', '=', id).executeTakeFirst();

export const listIpAddresses = (
  db: Queries,
  scope: HostingScope,
  q: string | undefined,
  page: { limit: number; offset: number },
): Promise<IpAddressRow[]> =>
  present(db, scope, q).selectAll().orderBy('address').orderBy('id').limit(page.limit).offset(page.offset).execute();

/** Includes removed addresses: months in which they cost something still show them. */
export const allIpAddresses = (db: Queries, { tenantId, mode }: HostingScope): Promise<IpAddressRow[]> =>
  db.selectFrom('smtp_ip_addresses').selectAll().where('tenant_id', '=', tenantId).where('mode', '=', mode).execute();

export const countIpAddresses = async (db: Queries, scope: HostingScope, q?: string): Promise<number> => {
  const { count } = await present(db, scope, q)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Updates an address; false if it does not exist. */
export const updateIpAddress = async (
  db: Queries,
  row: IpAddressRow,
  change: Partial<Pick<IpAddressRow, 'label' | 'service_id' | 'approximate_cost' | 'removed_at'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('smtp_ip_addresses')
    .set({ ...change, search_text: searchText({ ...row, ...change }) })
    .where('id', '=', row.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
};

/** Monthly cost of all addresses, in cents. */
export const sumIpAddressCosts = async (db: Queries, scope: HostingScope): Promise<number> => {
  const { sum } = await present(db, scope)
    .select(({ fn }) => fn.sum<number | null>('approximate_cost').as('sum'))
    .executeTakeFirstOrThrow();
  return sum ?? 0;
};
