import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { insertInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import { findIpAddress } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope, requireScope } from '../hosting-context.ts';
import { requireNamedServer } from '../servers/ip-addresses.ts';
import { invoiceTarget } from '../targets.ts';
import { invoiceRow, presentInvoice } from './invoices.ts';
import { reconcileAgain } from './reconcile.ts';

/** Recomputes months that were already reconciled without it. */
export const addInvoice: Handler<typeof contract.hosting.addInvoice> = async (
  context,
  input,
  { caller, client, transaction },
) => {
  const { tenantId } = caller.principal;
  return transaction(async (tx, caller) => {
    await requireNamedServer(tx, await findScope(tx, tenantId), input.serviceid);
    const scope = await requireScope(tx, tenantId);
    const address = input.ip_id === undefined ? undefined : await findIpAddress(tx, scope, input.ip_id);
    if (input.ip_id !== undefined && !address) {
      throw new AppError('VALIDATION_FAILED', { errors: [fieldError('ip_id', { reason: 'ip_address' })] });
    }
    const row = invoiceRow(context, scope, input, 'entered');
    if (!(await insertInvoice(tx, row))) throw new AppError('INVOICE_EXISTS');
    await reconcileAgain(context, tx, scope, [row]);
    await recordEvent(context, tx, {
      action: 'addInvoice',
      actor: caller.user,
      client,
      target: invoiceTarget(row),
      details: { issued_on: row.issued_on, total: input.total, serviceid: row.service_id },
    });
    return presentInvoice({ ...row, address: address?.address ?? null });
  });
};
