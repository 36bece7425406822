import type { importInvoices } from '#shared/contract/hosting/import-invoices.ts';
import type { listInvoices } from '#shared/contract/hosting/list-invoices.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { IpAddress, Server } from '../servers/servers.logic.ts';

export type Invoice = OutputOf<typeof listInvoices>['invoices'][number];
export type ImportResult = OutputOf<typeof importInvoices>;

/** An invoice's subject as one select value: `server:123`, `ip:ip_…`, or empty for the whole account. */
export const subjectChoices = (
  servers: readonly Pick<Server, 'serviceid' | 'label'>[],
  addresses: readonly Pick<IpAddress, 'ip_id' | 'address'>[],
  t: Translate,
): { value: string; label: string }[] => [
  { value: '', label: t('hosting.invoices.account') },
  ...servers.map(({ serviceid: serviceId, label }) => ({ value: `server:${serviceId}`, label })),
  ...addresses.map(({ ip_id, address }) => ({ value: `ip:${ip_id}`, label: address })),
];

export const subjectOf = (choice: string): { serviceid?: string; ip_id?: string } => {
  const [kind, id] = [choice.slice(0, choice.indexOf(':')), choice.slice(choice.indexOf(':') + 1)];
  if (kind === 'server') return { serviceid: id };
  return kind === 'ip' ? { ip_id: id } : {};
};

/** An invoice's subject, by its current name. */
export const invoiceSubject = (
  { serviceid: serviceId, ip_address }: Pick<Invoice, 'serviceid' | 'ip_address'>,
  servers: readonly Pick<Server, 'serviceid' | 'label'>[],
  t: Translate,
): string => {
  if (serviceId !== null) return servers.find((server) => server.serviceid === serviceId)?.label ?? serviceId;
  return ip_address ?? t('hosting.invoices.account');
};

/** A template file: the column names and one row. */
export const csvExample =
  'number,issued_on,total,billingcycle,serviceid,note\n10001,2026-01-31,9.99,monthly,12345,January\n';
