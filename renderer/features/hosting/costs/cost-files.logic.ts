import { amountCell, toCsv } from '#shared/text-input/csv.ts';
import type { CostMonth } from './costs.logic.ts';
import type { Invoice } from './invoices.logic.ts';

/** Months with their costs as a CSV table, with the contract's names so that other tools can read it too. */
export const costsCsv = (months: readonly CostMonth[], currency: string): string =>
  toCsv([
    ['month', 'estimated', 'invoiced', 'difference', 'is_final', 'currency'],
    ...months.map(({ month, estimated, invoiced, difference, is_final }) => [
      month,
      ...[estimated, invoiced, difference].map(amountCell),
      is_final,
      currency,
    ]),
  ]);

/** Invoices as a CSV table. Its columns are those that can be imported again, and others that an import ignores. */
export const invoicesCsv = (
  invoices: readonly Invoice[],
  currency: string,
  subjectOf: (invoice: Invoice) => string,
): string =>
  toCsv([
    ['number', 'issued_on', 'total', 'currency', 'billingcycle', 'serviceid', 'subject', 'note', 'origin'],
    ...invoices.map((invoice) => {
      const { number, issued_on, total, billingcycle, serviceid, note, origin } = invoice;
      const subject = subjectOf(invoice);
      return [number, issued_on, amountCell(total), currency, billingcycle, serviceid, subject, note, origin];
    }),
  ]);
