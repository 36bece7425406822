import type { contract } from '#shared/contract/index.ts';
import * as store from '../../../storage/store/hosting/hosting-invoices.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { findScope } from '../hosting-context.ts';
import { presentInvoice } from './invoices.ts';

/** All entered invoices, newest first. */
export const listInvoices: Handler<typeof contract.hosting.listInvoices> = async (
  { db },
  input,
  { caller, client },
) => {
  const scope = await findScope(db.read, caller.principal.tenantId);
  if (!scope) return { invoices: [], total: 0 };
  const rows = await readPage(input, client, (page) => store.listInvoices(db.read, scope, input.q, page));
  return { invoices: rows.map(presentInvoice), total: await store.countInvoices(db.read, scope, input.q) };
};
