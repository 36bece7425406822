import { type BillingCycle, type CostSource, type DriveType, defaultCosts } from '#shared/flows/hosting.ts';
import { fromMinor, type Minor, toMinor } from '#shared/flows/money.ts';
import { found } from '../../../platform/app-error.ts';
import { toIso } from '../../../platform/clock.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import { recordCost } from '../../../storage/store/hosting/costs.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import {
  findServer,
  insertServer,
  type SeenServerRow,
  type ServerRow,
  updateServer,
} from '../../../storage/store/hosting/servers.ts';
import { sizesOf } from '../../../storage/store/stored-columns.ts';
import { sizesShape } from '../../../storage/store/stored-shapes.ts';
import type { AuditTarget } from '../../recording/record-event.ts';
import { presentSizes } from '../present-stored.ts';
import { tagsOf } from './tags.ts';

export const labelOf = ({ own_label, provider_label }: Pick<ServerRow, 'own_label' | 'provider_label'>): string =>
  own_label ?? provider_label;
/**
 * DECISION 0034: a server is unmanaged, like the default plan, unless the provider or a user says otherwise (seed 001
 * §1).
 */
export const isManaged = ({ managed }: Pick<ServerRow, 'managed'>): boolean => managed === 1;
/** Monthly if the provider reports no cycle: the default of change_billing_cycle (seed 001 §4). */
export const cycleOf = ({ billing_cycle }: Pick<ServerRow, 'billing_cycle'>): BillingCycle =>
  billing_cycle ?? 'monthly';

export const serverTarget = (server: ServerRow): AuditTarget => ({
  kind: 'server',
  id: server.service_id,
  label: labelOf(server),
});

export const presentServer = (row: SeenServerRow) => ({
  serviceid: row.service_id,
  label: labelOf(row),
  own_label: row.own_label,
  tags: tagsOf(row),
  status: row.status,
  is_suspended: row.is_suspended === 1,
  is_locked: row.is_locked === 1,
  product_name: row.product_name,
  sizes: presentSizes(sizesOf(row)),
  main_ip: row.main_ip,
  billingcycle: row.billing_cycle,
  managed: row.managed === null ? null : row.managed === 1,
  drive_type: row.drive_type,
  approximate_cost: fromMinor(row.approximate_cost),
  cost_source: row.cost_source,
  cost_updated_at: toIso(row.cost_updated_at),
  seen_at: toIso(row.seen_at),
  is_gone: row.gone_at !== null,
  open_run:
    row.run_id !== null && row.run_kind !== null && row.run_state !== null
      ? { run_id: row.run_id, kind: row.run_kind, state: row.run_state }
      : null,
});

/** @throws AppError NOT_FOUND, also for another tenant's server */
export const requireServer = async (
  db: Queries,
  scope: HostingScope | undefined,
  serviceId: string,
): Promise<SeenServerRow> => {
  return found(scope && (await findServer(db, scope, serviceId)));
};

/** DECISION 0034: seed 001 has no managed flag; initially the product name may imply it. */
const managedByName = (product: string | null): 0 | 1 | null => {
  if (/\bunmanaged\b/i.test(product ?? '')) return 0;
  return /\bmanaged\b/i.test(product ?? '') ? 1 : null;
};

/** The kind of disk that the provider's words mean: `SSD`, `NVMe SSD`, `SATA HDD`. */
const driveTypeOf = (words: string | null): DriveType | null => {
  if (/ssd|nvme|solid/i.test(words ?? '')) return 'ssd';
  return /hdd|hard|sata/i.test(words ?? '') ? 'hdd' : null;
};

/** A server's columns that come from the provider. */
const readColumns = (reading: ServerReading, now: number) => ({
  provider_label: reading.srvrname ?? `Server#${reading.serviceid}`,
  status: reading.status,
  is_suspended: reading.is_suspended ? (1 as const) : (0 as const),
  is_locked: reading.locked ? (1 as const) : (0 as const),
  product_name: reading.product_name,
  sizes: sizesShape.write(reading.sizes),
  main_ip: reading.main_ip,
  drive_type: driveTypeOf(reading.disk_type),
  seen_at: now,
  gone_at: null,
});

/** Updates a known server with what the provider shows. */
export const refreshServer = (db: Queries, server: ServerRow, reading: ServerReading, now: number): Promise<boolean> =>
  updateServer(db, server, {
    ...readColumns(reading, now),
    // Keep the stored cycle if the provider omits it.
    billing_cycle: reading.billingcycle ?? server.billing_cycle,
  });

/** Adds a server at the default plan's cost (seed 001 §1), until its price is read. */
export const addServer = async (
  db: Queries,
  { tenantId, mode }: HostingScope,
  reading: ServerReading,
  now: number,
): Promise<ServerRow> => {
  const server: ServerRow = {
    tenant_id: tenantId,
    mode,
    service_id: reading.serviceid,
    own_label: null,
    tags: '',
    ...readColumns(reading, now),
    billing_cycle: reading.billingcycle,
    managed: managedByName(reading.product_name),
    approximate_cost: toMinor(defaultCosts.server),
    cost_source: 'default',
    priced_for: null,
    cost_updated_at: now,
  };
  await insertServer(db, server);
  await recordServerCost(db, server, server.approximate_cost, now);
  return server;
};

const recordServerCost = (db: Queries, { tenant_id, mode, service_id }: ServerRow, cost: Minor | null, at: number) =>
  recordCost(db, { tenant_id, mode, subject: 'server', subject_id: service_id, at, approximate_cost: cost });

/** Sets a server's monthly cost from now on. */
export const setServerCost = async (
  db: Queries,
  server: ServerRow,
  cost: Minor,
  source: CostSource,
  now: number,
): Promise<void> => {
  await updateServer(db, server, { approximate_cost: cost, cost_source: source, cost_updated_at: now });
  if (cost !== server.approximate_cost || server.gone_at !== null) await recordServerCost(db, server, cost, now);
};

/** The provider no longer lists the server: it costs nothing from now on. */
export const markDeleted = async (db: Queries, server: ServerRow, now: number): Promise<void> => {
  await updateServer(db, server, { gone_at: now });
  await recordServerCost(db, server, null, now);
};
