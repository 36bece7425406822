import type { contract } from '#shared/contract/index.ts';
import { found } from '../../../platform/app-error.ts';
import { findInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentInvoice } from './invoices.ts';

export const getInvoice: Handler<typeof contract.hosting.getInvoice> = async ({ db }, { invoice_id }, { caller }) => {
  const scope = found(await findScope(db.read, caller.principal.tenantId));
  return presentInvoice(found(await findInvoice(db.read, scope, invoice_id)));
};
