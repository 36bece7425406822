import type { AppContext } from '../../../context.ts';
import type { WriteTransaction } from '../../../database/schema.ts';
import type { Instance } from '../../../provider/instance.ts';
import { ProviderError } from '../../../provider/provider.ts';
import { recordSync } from '../../../store/hosting/provider-settings.ts';
import { listServers, type SeenServerRow, type ServerRow } from '../../../store/hosting/vps-instances.ts';
import type { Transact } from '../../handler.ts';
import type { HostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { monthlyPrice } from '../runs/change-service.ts';
import { addServer, cycleOf, isManaged, markDeleted, refreshServer, setServerCost } from './servers.ts';

/** DECISION 0036: at most 20 prices per sync; at two requests a second the caller waits about 10 s. */
const pricesAtOnce = 20;

export interface SyncResult {
  servers: number;
  added: number;
  gone: number;
}

/** Everything that a price depends on. If any of it changes, reread the price. */
const pricedBy = (server: ServerRow): string =>
  JSON.stringify([server.product_name, server.sizes, cycleOf(server), isManaged(server)]);

const needsPrice = (before: ServerRow | undefined, after: ServerRow): boolean =>
  after.cost_source !== 'manual' &&
  (after.cost_source === 'default' || before === undefined || pricedBy(before) !== pricedBy(after));

/** Applies the provider's list: new, changed and deleted servers. */
const applySync = async (
  tx: WriteTransaction,
  { scope }: HostingContext,
  instances: readonly Instance[],
  now: number,
): Promise<SyncResult> => {
  const known = new Map((await listServers(tx, scope)).map((server) => [server.service_id, server]));
  const listed = new Set(instances.map(({ serviceid: serviceId }) => String(serviceId)));
  const gone = [...known.values()].filter((server) => !listed.has(server.service_id) && server.gone_at === null);
  let added = 0;
  for (const instance of instances) {
    const server = known.get(String(instance.serviceid));
    if (server) {
      await refreshServer(tx, server, instance, now);
      // A server that comes back resumes its previous cost.
      if (server.gone_at !== null) await setServerCost(tx, server, server.approximate_cost, server.cost_source, now);
    } else {
      await addServer(tx, scope, instance, now);
      added += 1;
    }
  }
  for (const server of gone) await markDeleted(tx, server, now);
  await recordSync(tx, scope, now);
  return { servers: listed.size, added, gone: gone.length };
};

/** Sets a server's cost from the current price list; keeps it if the list has no price (seed 001 §1). */
export const priceServer = async (
  context: AppContext,
  hosting: HostingContext,
  server: SeenServerRow,
  transaction: Transact,
): Promise<void> => {
  const cost = await monthlyPrice(hosting, server, cycleOf(server), isManaged(server));
  if (cost === null) return;
  await transaction((tx) => setServerCost(tx, server, cost, 'price_list', context.clock.now()));
};

/**
 * Reads the server list from the provider, and prices for new or changed servers. `record` writes the audit log row in
 * the same transaction. If a price cannot be read, the current cost stays.
 * @throws AppError PROVIDER_… if the list cannot be read
 */
export const readServers = async (
  context: AppContext,
  hosting: HostingContext,
  transaction: Transact,
  record: (tx: WriteTransaction, synced: SyncResult) => Promise<void>,
): Promise<SyncResult> => {
  const { db, clock, log } = context;
  const instances = await mapProviderErrors(hosting.provider.getInstances());
  const before = new Map((await listServers(db.read, hosting.scope)).map((server) => [server.service_id, server]));
  const synced = await transaction(async (tx) => {
    const result = await applySync(tx, hosting, instances, clock.now());
    await record(tx, result);
    return result;
  });
  const present = (await listServers(db.read, hosting.scope)).filter(({ gone_at }) => gone_at === null);
  const unpriced = present.filter((server) => needsPrice(before.get(server.service_id), server));
  for (const server of unpriced.slice(0, pricesAtOnce)) {
    try {
      await priceServer(context, hosting, server, transaction);
    } catch (error) {
      const { cause } = error as Error;
      if (!(cause instanceof ProviderError)) throw error;
      log.warn({ serviceid: server.service_id, reason: cause.reason }, 'the price of a server was not read');
    }
  }
  return synced;
};
