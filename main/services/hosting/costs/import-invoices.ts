import type { contract } from '#shared/contract/index.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import { insertInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { requireScope } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { type InvoiceLine, invoiceProblem, readInvoiceCsv } from './invoice-csv.ts';
import { invoiceRow } from './invoices.ts';
import { reconcileAgain } from './reconcile.ts';

/** Flags rows that name a nonexistent server as invalid, like rows that cannot be read. */
const withServersChecked = async (
  db: Queries,
  scope: HostingScope,
  lines: readonly InvoiceLine[],
): Promise<InvoiceLine[]> => {
  const checked: InvoiceLine[] = [];
  for (const line of lines) {
    const id = line.invoice?.serviceid;
    const isMissing = id !== undefined && !(await findServer(db, scope, id));
    const problems = [invoiceProblem('serviceid', { reason: 'server' })];
    checked.push(isMissing ? { ...line, invoice: undefined, problems } : line);
  }
  return checked;
};

/**
 * All or nothing: one invalid row rejects the import, and each row reports its problems. Existing invoice numbers are
 * left unchanged.
 */
export const importInvoices: Handler<typeof contract.hosting.importInvoices> = async (
  context,
  { csv },
  { caller, client, transaction },
) => {
  const { tenantId } = caller.principal;
  const read = readInvoiceCsv(csv);
  return transaction(async (tx, caller) => {
    const scope = await requireScope(tx, tenantId);
    const lines = await withServersChecked(tx, scope, read);
    if (lines.some(({ invoice }) => invoice === undefined)) {
      const rows = lines.flatMap(({ row, number, invoice, problems }) =>
        invoice ? [] : [{ row, number, outcome: 'wrong' as const, problems }],
      );
      return { imported: 0, rows };
    }
    const stored = [];
    const rows = [];
    for (const { row, number, invoice } of lines) {
      if (!invoice) continue;
      const entered = invoiceRow(context, scope, invoice, 'imported');
      const isNew = await insertInvoice(tx, entered);
      if (isNew) stored.push(entered);
      rows.push({ row, number, outcome: isNew ? ('imported' as const) : ('known' as const), problems: [] });
    }
    await reconcileAgain(context, tx, scope, stored);
    await recordEvent(context, tx, {
      action: 'importInvoices',
      actor: caller.user,
      client,
      target: providerTarget(tenantId, scope.mode),
      details: { imported: stored.length, known: rows.length - stored.length },
    });
    return { imported: stored.length, rows };
  });
};
