import { differsFrom, toMinor } from './money.ts';

/** Whether an owner has agreed to what an order costs. DECISION 0114: without an amount, or in another currency, ask. Pure. */

/** Why an owner has to agree to an order's invoice before it is applied. */
export type Doubt = 'invoice_unknown' | 'invoice_currency' | 'invoice_not_agreed' | 'invoice_differs';

interface Invoice {
  /** Null if there is nothing to pay. */
  readonly invoiceid: number | null;
  /** Null if the provider names none. Negative for a credit. */
  readonly total: string | null;
  /** Null if the total names none. */
  readonly currency: string | null;
}

/**
 * What an owner has to agree to; undefined if they have, or if there is nothing to pay.
 * @param agreed what an owner agreed to, in the account's currency; null if to nothing yet
 */
export const doubtAbout = (
  order: Invoice | null,
  agreed: string | null,
  accountCurrency: string,
): Doubt | undefined => {
  if (order === null) return undefined;
  const { invoiceid, total, currency } = order;
  if (total === null) return invoiceid === null ? undefined : 'invoice_unknown';
  if (currency !== null && currency !== accountCurrency) return 'invoice_currency';
  // A credit costs nothing.
  if (agreed === null) return toMinor(total) > 0 ? 'invoice_not_agreed' : undefined;
  return differsFrom(toMinor(agreed), toMinor(total)) ? 'invoice_differs' : undefined;
};
