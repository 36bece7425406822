import type { contract } from '#shared/contract/index.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { found } from '../../../platform/app-error.ts';
import { deleteInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { invoiceTarget } from '../targets.ts';
import { reconcileAgain } from './reconcile.ts';

/** Recomputes months that were reconciled with it. */
export const removeInvoice: Handler<typeof contract.hosting.removeInvoice> = async (
  context,
  { invoice_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const scope = found(await findScope(tx, caller.principal.tenantId));
    const row = found(await deleteInvoice(tx, scope, invoice_id));
    await reconcileAgain(context, tx, scope, [row]);
    await recordEvent(context, tx, {
      action: 'removeInvoice',
      actor: caller.user,
      client,
      target: invoiceTarget(row),
      details: { issued_on: row.issued_on, total: fromMinor(row.total) },
    });
  });
  return { success: true, message: 'Invoice removed.' };
};
