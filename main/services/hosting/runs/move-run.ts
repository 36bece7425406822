import { runTimesMs } from '#shared/flows/hosting.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { isOpen, nextState, type RunEvent, type RunState } from '#shared/flows/upgrade-flow.ts';
import { toIso } from '../../../platform/clock.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { insertInvoice } from '../../../storage/store/hosting/hosting-invoices.ts';
import { findServer, updateServer } from '../../../storage/store/hosting/servers.ts';
import { changeRun, type RunChange, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { ownOrderOf, shownRunBasis, wantedCycleOf } from '../../../storage/store/stored-columns.ts';
import type { AppContext } from '../../context.ts';
import type { BearerCall, Transact } from '../../handler.ts';
import { systemActor } from '../../recording/record-event.ts';
import { invoiceRow } from '../costs/invoices.ts';
import { cycleOf, setServerCost } from '../servers/servers.ts';
import { type AuditedRunAction, type MovingAction, type RunActor, recordRun } from './record-run.ts';
import { remindOwners } from './remind-owners.ts';
import { movedMeanwhile, reloadRun } from './runs.ts';
import { windowAfter } from './window-outcome.ts';

/** A user or the service acting on a run, with the transaction in which they may write. */
export interface ActingRunActor<Action extends AuditedRunAction = MovingAction> extends RunActor<Action> {
  transaction: Transact;
}

/** The caller of an operation. The transaction checks them again before anything is written or sent. */
export const callerRunActor = <Action extends AuditedRunAction>(
  { caller, client, transaction }: BearerCall,
  action: Action,
): ActingRunActor<Action> => ({
  action,
  actor: caller.user,
  client,
  transaction,
});

/** The service itself, acting on what the provider returned or showed. */
export const systemRunActor = (run: Pick<RunRow, 'tenant_id'>): RunActor<'advanceUpgradeRun'> => ({
  action: 'advanceUpgradeRun',
  actor: systemActor(run.tenant_id),
});

const intentions: readonly RunEvent[] = [
  'order_intended',
  'apply_intended',
  'paid_reported',
  'confirm_intended',
  'revert_intended',
];
/** The call has succeeded, but its effect may take a while to show. */
const acceptances: readonly RunEvent[] = ['order_accepted', 'apply_accepted'];
const hidesOrder: readonly RunEvent[] = ['order_missing', 'order_accepted', 'paid_reported'];

/** Fields that follow from an event: when a call was intended, and the deadline for deciding. Steady time. */
const consequences = (run: RunRow, event: RunEvent, now: number): RunChange => ({
  intended_at: intentions.includes(event) ? now : acceptances.includes(event) ? run.intended_at : null,
  accepted: acceptances.includes(event) ? 1 : 0,
  suspicion: null,
  suspected_at: null,
  ...((event === 'apply_intended' || event === 'paid_reported') && { applied_at: now }),
  // If the provider decides by itself, its time starts after the apply call. Count from that call, so that the default comes first.
  ...(event === 'server_resized' && { applied_at: run.applied_at ?? now }),
  ...(event === 'server_resized' && { decide_at: (run.applied_at ?? now) + runTimesMs.decide }),
  ...(hidesOrder.includes(event) && { order_missing: 1 as const }),
  ...(event === 'order_found' && { order_missing: 0 as const }),
  ...(event === 'no_order_reported' && { no_order_reported: 1, order_missing: 0, provider_order: null }),
  ...(event === 'order_intended' && { no_order_reported: 0 as const }),
});

const unpaid: readonly RunState[] = ['awaiting_payment', 'applying'];
const paid: readonly RunState[] = ['resizing', 'resized', 'confirmed'];

/**
 * The provider applies only what is paid, so the invoice of an applied order counts from then on. So does that of a change
 * of cycle or service level, which takes effect before it is paid.
 */
export const recordInvoice = async (
  { clock, ids }: Pick<AppContext, 'clock' | 'ids'>,
  tx: WriteTransaction,
  run: RunRow,
): Promise<void> => {
  const scope = { tenantId: run.tenant_id, mode: run.mode };
  const order = ownOrderOf(run);
  const server = await findServer(tx, scope, run.service_id);
  if (!server || !order?.invoiceid || order.total === null) return;
  const cycle = cycleOf(server);
  const entered = {
    number: String(order.invoiceid),
    issued_on: toIso(clock.now()).slice(0, 10),
    total: order.total,
    billingcycle: cycle === 'hourly' ? ('monthly' as const) : cycle,
    serviceid: run.service_id,
    note: shownRunBasis(run).plan?.name ?? '',
  };
  // An owner may have entered it already.
  await insertInvoice(tx, { ...invoiceRow({ clock, ids }, scope, entered, 'entered'), run_id: run.id });
};

/** Updates the server after a finished run: its cost, and what the run has set. */
const settleServer = async (tx: WriteTransaction, run: RunRow, to: RunState, now: number): Promise<void> => {
  const server = await findServer(tx, { tenantId: run.tenant_id, mode: run.mode }, run.service_id);
  if (!server) return;
  const cycle = wantedCycleOf(run);
  if (to === 'changed' && cycle !== null) await updateServer(tx, server, { billing_cycle: cycle });
  if (run.kind === 'service_level' && (to === 'changed' || to === 'closed')) {
    // With an unknown outcome, whether the server is managed is unknown too.
    const managed = to === 'closed' ? null : run.wanted === 'managed' ? 1 : 0;
    await updateServer(tx, server, { managed });
  }
  if ((to === 'changed' || to === 'confirmed') && run.cost_after !== null) {
    await setServerCost(tx, server, run.cost_after, 'price_list', now);
  }
};

/**
 * Moves a run by a flow event and writes its audit log row, inside a transaction.
 * @throws AppError STATE_CONFLICT if someone else has moved it since it was read
 */
export const moveRun = async (
  context: Pick<AppContext, 'audit' | 'clock' | 'ids' | 'outbox' | 'steady'>,
  tx: WriteTransaction,
  run: RunRow,
  event: RunEvent,
  { action, actor, client }: RunActor,
  change: RunChange = {},
): Promise<RunRow> => {
  const to = nextState(run.state, event, capabilitiesOf(run.provider).changes);
  if (to === undefined) throw new Error(`The event ${event} does not belong to the state ${run.state}`);
  const now = context.clock.now();
  // A user who acts has seen the result; automatic moves need attention.
  const seen = action === 'advanceUpgradeRun' ? {} : { seen_version: run.version + 1 };
  const window = windowAfter(run, event, action, change, now);
  const full: RunChange = {
    ...consequences(run, event, context.steady.now()),
    ...(!isOpen(to) && { ended_at: now }),
    problem: null,
    ...(to === 'choosing' && { change_progress: null }),
    ...seen,
    ...window.change,
    ...change,
    state: to,
    changed_at: now,
  };
  if (!(await changeRun(tx, run, full))) throw movedMeanwhile();
  const moved: RunRow = { ...run, ...full, version: run.version + 1 };
  await recordRun(context, tx, moved, { action, actor, client }, { event, from: run.state, to });
  // The email names the window, which the move may have ended.
  if (window.notice) await remindOwners(context, tx, { ...moved, apply_window: run.apply_window }, window.notice);
  if ((unpaid.includes(run.state) && paid.includes(to)) || to === 'changed') await recordInvoice(context, tx, moved);
  await settleServer(tx, moved, to, now);
  return moved;
};

/**
 * Checks the caller and the run again right before a change outside of the run's flow.
 * @throws AppError STATE_CONFLICT if someone else has moved the run, or as {@link BearerCall} refuses its caller
 */
export const requireUnmoved = ({ transaction }: Pick<ActingRunActor, 'transaction'>, run: RunRow): Promise<void> =>
  transaction(async (tx) => {
    if ((await reloadRun(tx, run)).version !== run.version) throw movedMeanwhile();
  });
