import { defaultCosts } from '#shared/flows/hosting.ts';
import { fromMinor, type Minor, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { toIso } from '../../../platform/clock.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import type { Queries, WriteTransaction } from '../../../storage/database/schema.ts';
import { recordCost } from '../../../storage/store/hosting/costs.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import { findIpAddress, type IpAddressRow, insertIpAddress } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { AppContext } from '../../context.ts';

export const presentIpAddress = (row: IpAddressRow) => ({
  ip_id: row.id,
  address: row.address,
  label: row.label,
  serviceid: row.service_id,
  approximate_cost: fromMinor(row.approximate_cost),
  created_at: toIso(row.created_at),
});

/** @throws AppError NOT_FOUND, also for another tenant's address */
export const requireIpAddress = async (
  db: Queries,
  scope: HostingScope | undefined,
  id: string,
): Promise<IpAddressRow> => {
  return found(scope && (await findIpAddress(db, scope, id)));
};

/** Checks the server that a field names. @throws AppError SERVER_NOT_FOUND */
export const requireNamedServer = async (
  db: Queries,
  scope: HostingScope | undefined,
  serviceId: string | null | undefined,
): Promise<void> => {
  if (serviceId === null || serviceId === undefined) return;
  if (!scope || !(await findServer(db, scope, serviceId))) throw new AppError('SERVER_NOT_FOUND');
};

/**
 * Adds the addresses that a server has besides its main one, at the cost of the model (seed 001 §1). What someone has
 * removed stays removed. `known`: all addresses of the account, including removed ones.
 */
export const importAddresses = async (
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, mode }: HostingScope,
  { serviceid, main_ip, ips }: Pick<ServerReading, 'serviceid' | 'main_ip' | 'ips'>,
  known: Set<string>,
): Promise<number> => {
  const added = ips.filter((address) => address !== main_ip && !known.has(address));
  for (const address of added) {
    known.add(address);
    const row: IpAddressRow = {
      id: ids.id('ip'),
      tenant_id: tenantId,
      mode,
      address,
      label: '',
      service_id: serviceid,
      approximate_cost: toMinor(defaultCosts.ipAddress),
      created_at: clock.now(),
      removed_at: null,
    };
    if (await insertIpAddress(tx, row)) await recordIpCost(tx, row, row.approximate_cost, row.created_at);
  }
  return added.length;
};

/** Records an address's monthly cost from now on; null once it is removed. */
export const recordIpCost = (db: Queries, { tenant_id, mode, id }: IpAddressRow, cost: Minor | null, at: number) =>
  recordCost(db, { tenant_id, mode, subject: 'ip_address', subject_id: id, at, approximate_cost: cost });
