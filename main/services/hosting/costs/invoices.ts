import type { z } from 'zod';
import type { enteredInvoice } from '#shared/contract/hosting/resources/costs.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { toIso } from '../../../platform/clock.ts';
import type { InvoiceRow, SeenInvoiceRow } from '../../../storage/store/hosting/hosting-invoices.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import type { AppContext } from '../../context.ts';

export type EnteredInvoice = z.output<z.ZodObject<typeof enteredInvoice>>;

export const presentInvoice = (row: SeenInvoiceRow) => ({
  invoice_id: row.id,
  number: row.number,
  issued_on: row.issued_on,
  total: fromMinor(row.total),
  billingcycle: row.billing_cycle,
  serviceid: row.service_id,
  ip_id: row.ip_id,
  ip_address: row.address,
  note: row.note,
  origin: row.run_id === null ? row.origin : ('upgrade' as const),
  created_at: toIso(row.created_at),
});

export const invoiceRow = (
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  { tenantId, mode }: HostingScope,
  { number, issued_on, total, billingcycle, serviceid: serviceId, ip_id, note }: EnteredInvoice,
  origin: InvoiceRow['origin'],
): InvoiceRow => ({
  id: ids.id('bill'),
  tenant_id: tenantId,
  mode,
  number,
  issued_on,
  total: toMinor(total),
  billing_cycle: billingcycle,
  service_id: serviceId ?? null,
  ip_id: ip_id ?? null,
  note,
  run_id: null,
  origin,
  created_at: clock.now(),
});
