import type { listUpgradeQueues } from '#shared/contract/hosting/list-upgrade-queues.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { doubtAbout } from '#shared/flows/agreement.ts';
import { defaultCurrency } from '#shared/flows/hosting.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { type QueueAction, runActionOf } from '#shared/flows/upgrade-queue.ts';
import { amountCell, toCsv } from '#shared/text-input/csv.ts';
import { reasonKey } from '../../../languages/service-texts.ts';
import type { Translate } from '../../../languages/translate.ts';
import { translateOr } from '../../../languages/translate-or.ts';
import { runApproval } from '../runs/run-approval.logic.ts';
import type { Run } from '../runs/runs.logic.ts';
import type { Connection } from '../servers/servers.logic.ts';
import type { Approval } from '../use-approvals.ts';

export type Queue = OutputOf<typeof listUpgradeQueues>['queues'][number];

/** The queue that the page shows: the latest, while it is open. */
export const openQueue = (queues: readonly Queue[]): Queue | undefined =>
  queues[0]?.ended_at === null ? queues[0] : undefined;

/** Runs that can be reviewed and ordered together, without those that were ordered already. */
export const reviewableRuns = (runs: readonly Run[], ordered: readonly Run[] = []): Run[] =>
  runs.filter(
    ({ kind, state, plan, run_id }) =>
      kind === 'upgrade' && state === 'choosing' && plan !== null && !ordered.some((run) => run.run_id === run_id),
  );

const waitingStates = { order: 'choosing', start: 'awaiting_payment', confirm: 'resized' } as const;

/** The runs of a queue whose step is not taken yet. */
export const leftRuns = ({ action, runs, left_out }: Queue): Run[] =>
  action === 'order'
    ? reviewableRuns(runs)
    : runs.filter(({ run_id, state }) => state === waitingStates[action] && !left_out.includes(run_id));

/** Whether a queue that is done has done its step for every run: some may have been left out, or ended on their own. */
export const isWhole = ({ action, runs, left_out }: Pick<Queue, 'action' | 'runs' | 'left_out'>): boolean =>
  left_out.length === 0 &&
  runs.every(({ state }) =>
    action === 'confirm' ? state === 'confirmed' : ![waitingStates[action], 'cancelled', 'closed'].includes(state),
  );

/** The open runs that may be started or confirmed together. */
export const runsFor = (action: 'start' | 'confirm', runs: readonly Run[]): Run[] =>
  runs.filter(({ kind, state }) => kind === 'upgrade' && state === waitingStates[action]);

/** Changes of cycle or level that left an invoice behind, until someone says that they are done with it. */
export const changesToPay = (runs: readonly Run[]): Run[] =>
  runs.filter(({ state, order }) => state === 'changed' && (order?.invoiceid ?? null) !== null);

/** What can be done for several runs at once: the steps of a queue, and to plan when they start. */
export type BulkAction = QueueAction | 'plan';

/** What the console knows of the account. */
interface Account {
  connection: Connection | undefined;
  approvals: readonly Approval[];
}

/** Why a run is left out when others are ordered, started, planned or confirmed; undefined if it isn't. */
export const leftOutReason = (
  action: BulkAction,
  run: Run,
  { connection, approvals }: Account,
  t: Translate,
): string | undefined => {
  if (run.state === 'changed') return t('hosting.queue.act.made');
  const refusal = run.refused[action === 'plan' ? 'set_window' : runActionOf[action]];
  if (refusal !== undefined) return t(`hosting.refusals.${refusal}`);
  if (action === 'confirm') return undefined;
  if (action === 'start' && run.invoice_paid === false) return t('hosting.queue.act.unpaid');
  const isAgreed =
    action === 'order' || !doubtAbout(run.order, run.agreed_total, connection?.currency ?? defaultCurrency);
  if (!isAgreed) return t('hosting.queue.act.disagreed');
  const isBudgetKnown = action === 'order' || connection?.monthly_budget == null || run.cost_after !== null;
  if (!isBudgetKnown) return t('hosting.queue.act.unknownCost');
  const approval = runApproval(run, connection, approvals);
  return approval && (approval.approval?.approved_by ?? null) === null ? t('hosting.queue.act.unapproved') : undefined;
};

/** What is still to be paid for several orders; undefined if one of them has no amount, or another currency. */
export const totalToPay = (runs: readonly Run[], currency: string): string | undefined => {
  const totals = runs
    .filter(({ invoice_paid, order }) => invoice_paid !== true && order?.invoiceid !== null)
    .map(({ order }) => (order?.currency === null || order?.currency === currency ? order.total : null));
  return totals.every((total) => total !== null)
    ? fromMinor(totals.reduce((sum, total) => sum + toMinor(total), 0))
    : undefined;
};

/** The invoices of open orders as a CSV table. */
export const toPayCsv = (runs: readonly Run[], currency: string): string =>
  toCsv([
    ['serviceid', 'server_label', 'plan', 'orderid', 'invoiceid', 'total', 'currency', 'duedate'],
    ...runs.map(({ serviceid, server_label, plan, order }) => [
      serviceid,
      server_label,
      plan?.name ?? null,
      order?.id ?? null,
      order?.invoiceid ?? null,
      amountCell(order?.total ?? null),
      order?.currency ?? currency,
      order?.duedate ?? null,
    ]),
  ]);

/** Amounts of several orders together. `now` is null if one of them is not known. */
export const sumsOf = (runs: readonly Pick<Run, 'plan' | 'cost_before'>[]): { delta: string; now: string | null } => {
  const plans = runs.map(({ plan, cost_before }) => ({
    now: plan?.now_estimate ?? null,
    delta: plan ? toMinor(plan.monthly) - toMinor(cost_before) : 0,
  }));
  const isKnown = plans.every(({ now }) => now !== null);
  return {
    delta: fromMinor(plans.reduce((sum, { delta }) => sum + delta, 0)),
    now: isKnown ? fromMinor(plans.reduce((sum, { now }) => sum + toMinor(now ?? '0'), 0)) : null,
  };
};

/** Why a queue has stopped; in the service's English if this catalog is older than the service. */
export const stopText = ({ code, reason, params, message }: NonNullable<Queue['problem']>, t: Translate): string =>
  reason === null ? message : translateOr(t, reasonKey(code, reason), message, params);

export const reviewedOf = (runs: readonly Pick<Run, 'run_id' | 'version'>[]) =>
  runs.map(({ run_id, version }) => ({ run_id, version }));
