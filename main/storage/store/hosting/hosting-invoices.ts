import type { Selectable } from 'kysely';
import { searchKey } from '#shared/text-input/text-keys.ts';
import type { HostingInvoiceTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf } from '../sql.ts';
import type { HostingScope } from './provider-settings.ts';

export type InvoiceRow = Omit<Selectable<HostingInvoiceTable>, 'search_text'>;

/** Adds an invoice; false if its number already exists. */
export const insertInvoice = (db: Queries, row: InvoiceRow): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('hosting_invoices')
      .values({ ...row, search_text: searchKey(`${row.number}\n${row.note}\n${row.service_id ?? ''}`) })
      .onConflict((conflict) => conflict.doNothing()),
  );

const matching = (db: Queries, { tenantId, mode }: HostingScope, q?: string) => {
  const query = tablesOf(db).selectFrom('hosting_invoices').where('tenant_id', '=', tenantId).where('mode', '=', mode);
  return q ? query.where(({ ref }) => contains(ref('search_text'), q)) : query;
};

/** With the address that an invoice is for, which stays known once it is removed. */
export type SeenInvoiceRow = InvoiceRow & { address: string | null };

const seen = (db: Queries, scope: HostingScope, q?: string) =>
  matching(db, scope, q)
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('smtp_ip_addresses')
        .select('address')
        .whereRef('smtp_ip_addresses.id', '=', 'hosting_invoices.ip_id')
        .whereRef('smtp_ip_addresses.tenant_id', '=', 'hosting_invoices.tenant_id')
        .as('address'),
    );

export const findInvoice = (db: Queries, scope: HostingScope, id: string): Promise<SeenInvoiceRow | undefined> =>
  seen(db, scope).where('hosting_invoices.id', '=', id).executeTakeFirst();

/** Newest first. */
export const listInvoices = (
  db: Queries,
  scope: HostingScope,
  q: string | undefined,
  page: Page,
): Promise<Listed<SeenInvoiceRow>> =>
  listPage(
    seen(db, scope, q),
    [byText('hosting_invoices', 'issued_on', 'desc'), byText('hosting_invoices', 'number', 'desc')],
    page,
  );

export const countInvoices = (db: Queries, scope: HostingScope, q?: string): Promise<number> =>
  countOf(matching(db, scope, q));

/** Invoices issued from one day (inclusive) to another (exclusive), as YYYY-MM-DD. */
export const invoicesIssued = (db: Queries, scope: HostingScope, from: string, before: string): Promise<InvoiceRow[]> =>
  matching(db, scope).selectAll().where('issued_on', '>=', from).where('issued_on', '<', before).execute();

/** Deletes an invoice; undefined if there is none. */
export const deleteInvoice = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  id: string,
): Promise<InvoiceRow | undefined> =>
  tablesOf(db)
    .deleteFrom('hosting_invoices')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
