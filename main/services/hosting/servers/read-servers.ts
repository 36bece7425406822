import type { z } from 'zod';
import type { unreadableServer } from '#shared/contract/hosting/resources/servers.ts';
import { serverLimits } from '#shared/rules/limits.ts';
import type { ServerList, ServerReading } from '../../../provider/provider.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { recordSync } from '../../../storage/store/hosting/provider-settings.ts';
import { countServers, findServers, listServers, type ServerRow } from '../../../storage/store/hosting/servers.ts';
import { allIpAddresses, type IpAddressRow } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import { unreadableServersShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { Transact } from '../../handler.ts';
import type { HostingContext } from '../hosting-context.ts';
import { outlasting, within } from '../outlasting.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { importAddresses, markUnlisted } from './ip-addresses.ts';
import { needsPrice, priceIfReadable, samePlanOf } from './server-price.ts';
import { addServer, markDeleted, refreshServer, setServerCost } from './servers.ts';

/** So many unreadable servers are shown. The log has the first ones, too. */
const unreadableShown = 50;

export type UnreadableServer = z.output<typeof unreadableServer>;

export interface SyncResult {
  /** How many servers the provider listed. */
  servers: number;
  added: number;
  gone: number;
  /** How many addresses were added. Absent if none were. */
  addresses?: number;
  /** How many the provider no longer lists. Absent if none. */
  addresses_unlisted?: number;
}

/** One server of a sync; without a reading, the provider no longer lists it. */
interface Change {
  serviceId: string;
  reading: ServerReading | undefined;
}

const removedFirst = (one: IpAddressRow, other: IpAddressRow): number =>
  Number(one.removed_at === null) - Number(other.removed_at === null);

/** Applies some changes. New servers beyond the limit are left out. */
const applyChanges = async (
  context: AppContext,
  tx: WriteTransaction,
  { scope }: HostingContext,
  changes: readonly Change[],
): Promise<{ added: number; gone: number; leftOut: number; addresses: number; unlisted: number }> => {
  const now = context.clock.now();
  const found = await findServers(
    tx,
    scope,
    changes.map(({ serviceId }) => serviceId),
  );
  const known = new Map(found.map((server) => [server.service_id, server]));
  const room = serverLimits.perAccount - (await countServers(tx, scope));
  const rows = await allIpAddresses(tx, scope);
  // Of an address that was removed and added again, the present one counts.
  const addresses = new Map(rows.toSorted(removedFirst).map((row) => [row.address, row]));
  const result = { added: 0, gone: 0, leftOut: 0, addresses: 0, unlisted: 0 };
  for (const { serviceId, reading } of changes) {
    const server = known.get(serviceId);
    if (server && reading) {
      await refreshServer(tx, server, reading, now);
      // A server that comes back resumes its previous cost.
      if (server.gone_at !== null) await setServerCost(tx, server, server.approximate_cost, server.cost_source, now);
      result.unlisted += await markUnlisted(context, tx, serviceId, reading, addresses);
      result.addresses += await importAddresses(context, tx, scope, reading, addresses);
    } else if (reading) {
      if (result.added < room) {
        await addServer(tx, scope, reading, now);
        result.addresses += await importAddresses(context, tx, scope, reading, addresses);
        result.added += 1;
      } else {
        result.leftOut += 1;
      }
    } else if (server?.gone_at === null) {
      await markDeleted(tx, server, now);
      result.unlisted += await markUnlisted(context, tx, serviceId, undefined, addresses);
      result.gone += 1;
    }
  }
  return result;
};

/** At least one batch, so that the time of a sync that changes nothing is stored too. */
const batchesOf = (changes: readonly Change[]): Change[][] => {
  const batches: Change[][] = [];
  do {
    const start = batches.length * serverLimits.perTransaction;
    batches.push(changes.slice(start, start + serverLimits.perTransaction));
  } while (batches.length * serverLimits.perTransaction < changes.length);
  return batches;
};

/** Each server that the provider lists, and each that it no longer lists. */
const changesOf = ({ servers, unreadable }: ServerList, known: readonly ServerRow[]): Change[] => {
  const listed = new Map(servers.map((reading) => [reading.serviceid, reading]));
  const unread = new Set(unreadable.map(({ serviceid }) => serviceid));
  // A row without a number may be any of the servers that the list doesn't show.
  const isGone = ({ service_id, gone_at }: ServerRow): boolean =>
    gone_at === null && !listed.has(service_id) && !unread.has(service_id) && !unread.has(null);
  const gone = known.filter(isGone);
  return [
    ...[...listed].map(([serviceId, reading]) => ({ serviceId, reading })),
    ...gone.map(({ service_id }) => ({ serviceId: service_id, reading: undefined })),
  ];
};

/**
 * An empty list ends the cost of every server, so believe it only if the provider doesn't know one of them either.
 * @throws ProviderError if it does
 */
const listInstances = async ({ provider }: HostingContext, known: readonly ServerRow[]): Promise<ServerList> => {
  const list = await provider.listServers();
  const present = known.find(({ gone_at }) => gone_at === null);
  if (list.servers.length > 0 || !present) return list;
  try {
    await provider.getServer({ serviceid: present.service_id });
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'invalid_serviceid') return list;
    throw error;
  }
  throw new ProviderError('get_instances', 'unexpected_shape', { sent: true });
};

/**
 * Reads the server list from the provider, and prices for new or changed servers. DECISION 0082: writes in batches, so
 * that others get their turn. `record` writes the audit log row of a batch in its transaction, if it adds or removes
 * something. If a price cannot be read, the current cost stays.
 * @throws AppError PROVIDER_… if the list cannot be read
 */
export const readServers = async (
  context: AppContext,
  hosting: HostingContext,
  transaction: Transact,
  record: (tx: WriteTransaction, synced: SyncResult) => Promise<void>,
): Promise<SyncResult & { leftOut: number; unreadable: UnreadableServer[] }> => {
  const { db, clock } = context;
  const known = await listServers(db.read, hosting.scope);
  const list = await mapProviderErrors(listInstances(hosting, known));
  const unreadable = list.unreadable.slice(0, unreadableShown);
  const synced = { servers: list.servers.length, added: 0, gone: 0, leftOut: 0, unreadable };
  const batches = batchesOf(changesOf(list, known));
  for (const [index, changes] of batches.entries()) {
    const isLast = index === batches.length - 1;
    const { added, gone, leftOut } = await transaction(async (tx) => {
      const result = await applyChanges(context, tx, hosting, changes);
      if (isLast) {
        const unread = unreadable.length > 0 ? unreadableServersShape.write(unreadable) : null;
        await recordSync(tx, hosting.scope, clock.now(), unread);
      }
      const { added, gone, addresses, unlisted } = result;
      if (added + gone + addresses + unlisted > 0) {
        await record(tx, {
          servers: synced.servers,
          added,
          gone,
          ...(addresses > 0 && { addresses }),
          ...(unlisted > 0 && { addresses_unlisted: unlisted }),
        });
      }
      return result;
    });
    synced.added += added;
    synced.gone += gone;
    synced.leftOut += leftOut;
  }
  const { tenantId } = hosting.scope;
  const prices = context.inFlight.run(() => readPrices(outlasting(context, tenantId), hosting, transaction));
  // The console shows those that a caller doesn't wait for as they arrive.
  await within(hosting.patience, prices);
  prices.catch((error: unknown) => {
    context.log.warn({ tenant_id: tenantId, err: error }, 'prices were not read after a sync');
  });
  return synced;
};

/**
 * Reads the prices that are missing or out of date: one list for all servers of a plan, one after the other. If the
 * provider can't be reached, the next sync, or the job an hour later, reads the rest.
 */
export const readPrices = async (
  context: AppContext,
  hosting: HostingContext,
  transaction: Transact,
): Promise<void> => {
  const { db, clock } = context;
  const present = (await listServers(db.read, hosting.scope)).filter(({ gone_at }) => gone_at === null);
  const due = present.filter((server) => needsPrice(server, clock.now()));
  for (const servers of Map.groupBy(due, samePlanOf(hosting)).values()) {
    const failure = await priceIfReadable(context, hosting, servers, transaction);
    if (failure?.kind === 'unreachable' || failure?.reason === 'rate_limited') return;
  }
};
