import { runTimesMs, type Sizes, serverStatuses } from '#shared/flows/hosting.ts';
import { defaultProvider } from '#shared/flows/hosting-providers.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ServerReading } from '../../../provider/provider.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import type { ServerRow } from '../../../storage/store/hosting/servers.ts';
import { findOpenRun, insertRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderShape, sizesShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { AuditActor } from '../../recording/record-event.ts';
import { type HostingContext, providerOf } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { refreshServer } from '../servers/servers.ts';
import type { ActingRunActor } from './move-run.ts';
import { orderUnclear, pendingOrderOf, storedOrder } from './pending-order.ts';
import { type RunActor, recordRun } from './record-run.ts';

/** A new run, before anything is known about it. */
export const newRun = (
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  server: ServerRow,
  { actor }: { readonly actor: Pick<AuditActor, 'id'> },
  given: Pick<RunRow, 'kind' | 'state'> & Partial<RunRow>,
): RunRow => ({
  id: ids.id('run'),
  tenant_id: server.tenant_id,
  mode: server.mode,
  provider: defaultProvider,
  service_id: server.service_id,
  version: 0,
  seen_version: 0,
  before_sizes: server.sizes,
  plan: null,
  wanted: null,
  provider_order: null,
  paid_invoice: null,
  change_progress: null,
  reminded: null,
  order_missing: 0,
  intended_at: null,
  accepted: 0,
  applied_at: null,
  apply_window: null,
  default_decision: 'confirm',
  default_chosen: 0,
  decide_at: null,
  cost_before: server.approximate_cost,
  cost_after: null,
  agreed_total: null,
  problem: null,
  suspicion: null,
  suspected_at: null,
  no_order_reported: 0,
  started_by: actor.id,
  started_at: clock.now(),
  changed_at: clock.now(),
  checked_at: null,
  ended_at: null,
  ...given,
});

/** An action that begins a run. */
export type StoringAction =
  | 'startUpgradeRun'
  | 'changeBillingCycle'
  | 'upgradeToManaged'
  | 'downgradeToUnmanaged'
  | 'setPower';

/**
 * Stores a run with its audit log row.
 * @throws AppError RUN_OPEN if the server already has one (enforced by the database)
 */
export const storeRun = async (
  context: AppContext,
  tx: WriteTransaction,
  run: RunRow,
  runActor: RunActor<StoringAction>,
): Promise<void> => {
  if (!(await insertRun(tx, run))) {
    const open = await findOpenRun(tx, { tenantId: run.tenant_id, mode: run.mode }, run.service_id);
    throw new AppError('RUN_OPEN', open ? { run_id: open.id } : {});
  }
  await recordRun(context, tx, run, runActor, { to: run.state });
};

const unknownSizes: Sizes = { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null };

/**
 * Refuses a server that is being migrated, or that the provider has taken out of use. Any other status, such as
 * SHUTOFF, isn't an obstacle.
 */
export const requireUsable = ({ status, task_state, is_suspended, locked }: ServerReading): void => {
  if (is_suspended) throw new AppError('STATE_CONFLICT', { reason: 'server_suspended' });
  if (locked) throw new AppError('STATE_CONFLICT', { reason: 'server_locked' });
  if (status !== serverStatuses.resized && /resiz|migrat/i.test(`${status} ${task_state ?? ''}`)) {
    throw new AppError('STATE_CONFLICT', {
      reason: 'server_not_active',
      params: { status },
      refusal: 'being_upgraded',
    });
  }
};

/**
 * Begins an upgrade from the server's state at the provider: choosing a plan, an order that is already pending, or a
 * decision that is due. If the provider's state is uncertain, begins nothing.
 * @throws AppError RUN_OPEN, STATE_CONFLICT, PROVIDER_…
 */
export const beginUpgrade = async (
  context: AppContext,
  hosting: HostingContext,
  server: ServerRow,
  runActor: ActingRunActor<'startUpgradeRun'>,
): Promise<RunRow> => {
  const { db, clock, steady } = context;
  const { provider, scope } = hosting;
  const open = await findOpenRun(db.read, scope, server.service_id);
  if (open) throw new AppError('RUN_OPEN', { run_id: open.id });
  const serviceId = server.service_id;
  const [reading, { order, unclear }] = await mapProviderErrors(
    Promise.all([provider.getServer({ serviceid: serviceId }), pendingOrderOf(hosting, serviceId)]),
  );
  const isResized = reading.status === serverStatuses.resized;
  if (!isResized) requireUsable(reading);
  const now = clock.now();
  return runActor.transaction(async (tx) => {
    await refreshServer(tx, server, reading, now);
    const run = newRun(context, server, runActor, {
      kind: 'upgrade',
      provider: providerOf(hosting.settings),
      state: isResized ? 'resized' : order ? 'awaiting_payment' : 'choosing',
      // A server upgraded elsewhere no longer shows its previous sizes.
      before_sizes: sizesShape.write(isResized ? unknownSizes : reading.sizes),
      ...(order && { provider_order: orderShape.write(storedOrder(order)) }),
      ...(unclear && !isResized && { problem: orderUnclear(unclear, now) }),
      ...(isResized && { applied_at: steady.now(), decide_at: steady.now() + runTimesMs.decide }),
      checked_at: now,
    });
    await storeRun(context, tx, run, runActor);
    return run;
  });
};
