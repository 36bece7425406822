import type { ProviderMode } from '#shared/flows/hosting.ts';
import type { InvoiceRow } from '../../storage/store/hosting/hosting-invoices.ts';
import type { IpAddressRow } from '../../storage/store/hosting/smtp-ip-addresses.ts';
import type { AuditTarget } from '../recording/record-event.ts';

const names: Record<ProviderMode, string> = {
  sandbox: 'Sandbox of the hosting provider',
  live: 'Account at the hosting provider',
};

/** The connection itself; a tenant has only one. */
export const providerTarget = (tenantId: string, mode: ProviderMode): AuditTarget => ({
  kind: 'provider',
  id: tenantId,
  label: names[mode],
});
export const ipAddressTarget = ({ id, address }: IpAddressRow): AuditTarget => ({
  kind: 'ip_address',
  id,
  label: address,
});
export const invoiceTarget = ({ id, number }: Pick<InvoiceRow, 'id' | 'number'>): AuditTarget => ({
  kind: 'invoice',
  id,
  label: number,
});
