import type { contract } from '#shared/contract/index.ts';
import * as store from '../../../storage/store/hosting/hosting-invoices.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentInvoice } from './invoices.ts';

/** All entered invoices, newest first. */
export const listInvoices: Handler<typeof contract.hosting.listInvoices> = async (
  { db },
  { q, limit, offset },
  { caller },
) => {
  const scope = await findScope(db.read, caller.user.tenantId);
  if (!scope) return { invoices: [], total: 0 };
  const rows = await store.listInvoices(db.read, scope, q, { limit, offset });
  return { invoices: rows.map(presentInvoice), total: await store.countInvoices(db.read, scope, q) };
};
