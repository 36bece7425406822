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
import {
  findIpAddress,
  type IpAddressRow,
  insertIpAddress,
  updateIpAddress,
} from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import type { AppContext } from '../../context.ts';

export const presentIpAddress = (row: IpAddressRow) => ({
  ip_id: row.id,
  address: row.address,
  label: row.label,
  serviceid: row.service_id,
  approximate_cost: fromMinor(row.approximate_cost),
  is_unlisted: row.unlisted_at !== null,
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
  reading: AddressReading,
  known: Map<string, IpAddressRow>,
): Promise<number> => {
  const added = listedOf(reading).filter((address) => !known.has(address));
  for (const address of added) {
    const row: IpAddressRow = {
      id: ids.id('ip'),
      tenant_id: tenantId,
      mode,
      address,
      label: '',
      service_id: reading.serviceid,
      approximate_cost: toMinor(defaultCosts.ipAddress),
      created_at: clock.now(),
      removed_at: null,
      is_imported: 1,
      unlisted_at: null,
    };
    known.set(address, row);
    if (await insertIpAddress(tx, row)) await recordIpCost(tx, row, row.approximate_cost, row.created_at);
  }
  return added.length;
};

type AddressReading = Pick<ServerReading, 'serviceid' | 'main_ip' | 'ips'>;

const listedOf = ({ main_ip, ips }: Pick<AddressReading, 'main_ip' | 'ips'>): string[] =>
  (ips ?? []).filter((address) => address !== main_ip);

/**
 * Marks the imported addresses of a server that the provider no longer lists, which then cost nothing, and takes the mark
 * from those that it lists again. Changes none if it doesn't tell the server's addresses. `reading` is undefined if the
 * server is gone. Returns how many were marked.
 */
export const markUnlisted = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  serviceId: string,
  reading: AddressReading | undefined,
  known: ReadonlyMap<string, IpAddressRow>,
): Promise<number> => {
  if (reading?.ips === null) return 0;
  const listed = new Set(reading && listedOf(reading));
  const now = clock.now();
  let marked = 0;
  for (const row of known.values()) {
    if (row.is_imported === 0 || row.removed_at !== null) continue;
    if (row.unlisted_at === null && row.service_id === serviceId && !listed.has(row.address)) {
      await updateIpAddress(tx, row, { unlisted_at: now });
      await recordIpCost(tx, row, null, now);
      marked += 1;
    } else if (row.unlisted_at !== null && listed.has(row.address)) {
      await updateIpAddress(tx, row, { unlisted_at: null, service_id: serviceId });
      await recordIpCost(tx, row, row.approximate_cost, now);
    }
  }
  return marked;
};

/** Records an address's monthly cost from now on; null once it is removed. */
export const recordIpCost = (db: Queries, { tenant_id, mode, id }: IpAddressRow, cost: Minor | null, at: number) =>
  recordCost(db, { tenant_id, mode, subject: 'ip_address', subject_id: id, at, approximate_cost: cost });
