import { type Selectable, sql } from 'kysely';
import type { HostingInvoiceTable } from '../database/hosting-schema.ts';
import type { Queries } from '../database/schema.ts';
import type { HostingScope } from './provider-settings.ts';

export type InvoiceRow = Omit<Selectable<HostingInvoiceTable>, 'search_text'>;

/** Adds an invoice; false if its number already exists. */
export const insertInvoice = async (db: Queries, row: InvoiceRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('hosting_invoices')
    .values({ ...row, search_text: `${row.number}\n${row.note}\n${row.service_id ?? ''}`.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
};

const matching = (db: Queries, { tenantId, mode }: HostingScope, q?: string) =>
  db
    .selectFrom('hosting_invoices')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .$if(q !== undefined && q !== '', (query) =>
      query.where(sql<boolean>`instr(search_text, ${(q as string).toLowerCase()}) > 0`),
    );

/** Newest first. */
export const listInvoices = (
  db: Queries,
  scope: HostingScope,
  q: string | undefined,
  page: { limit: number; offset: number },
): Promise<InvoiceRow[]> =>
  matching(db, scope, q)
    .selectAll()
    .orderBy('issued_on', 'desc')
    .orderBy('number', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countInvoices = async (db: Queries, scope: HostingScope, q?: string): Promise<number> => {
  const { count } = await matching(db, scope, q)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Invoices issued from one day (inclusive) to another (exclusive), as YYYY-MM-DD. */
export const invoicesIssued = (db: Queries, scope: HostingScope, from: string, before: string): Promise<InvoiceRow[]> =>
  matching(db, scope).selectAll().where('issued_on', '>=', from).where('issued_on', '<', before).execute();

/** Deletes an invoice; undefined if there is none. */
export const deleteInvoice = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  id: string,
): Promise<InvoiceRow | undefined> =>
  db
    .deleteFrom('hosting_invoices')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
