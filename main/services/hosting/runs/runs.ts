import type { z } from 'zod';
import type { upgradeRun } from '#shared/contract/hosting/resources/upgrade-runs.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { needsAttention, type Refusal, type RunAction, refusalOf, runActions } from '#shared/flows/upgrade-actions.ts';
import { type FlowRun, isOpen } from '#shared/flows/upgrade-flow.ts';
import { erasedName } from '#shared/texts/audit.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { toIso } from '../../../platform/clock.ts';
import { type SteadyClock, sinceStart } from '../../../platform/steady-clock.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { HostingScope } from '../../../storage/store/hosting/provider-settings.ts';
import type { RunRow, SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import * as store from '../../../storage/store/hosting/upgrade-runs.ts';
import {
  ownOrderOf,
  problemOf,
  type RunBasis,
  runBasis,
  shownRunBasis,
  wantedCycleOf,
  windowOf,
} from '../../../storage/store/stored-columns.ts';
import type { RunProblem } from '../../../storage/store/stored-shapes.ts';
import { presentOrder, presentPlan, presentProblem, presentSizes } from '../present-stored.ts';
import { presentWindow } from './window-times.ts';

const toFlow = (run: RunRow, { before, plan }: RunBasis, steady: SteadyClock): FlowRun => ({
  kind: run.kind,
  changes: capabilitiesOf(run.provider).changes,
  state: run.state,
  hasPlan: plan !== null,
  before,
  target: plan?.sizes ?? null,
  wantedCycle: wantedCycleOf(run),
  intendedAt: run.intended_at === null ? null : sinceStart(run.intended_at, steady),
  accepted: run.accepted === 1,
  orderMissing: run.order_missing === 1,
  hasWindow: run.apply_window !== null,
  applied: run.applied_at !== null,
  isPastDeadline: run.decide_at !== null && run.decide_at <= steady.now(),
  problem: problemOf(run)?.reason ?? null,
  suspicion:
    run.suspicion === null || run.suspected_at === null
      ? null
      : { event: run.suspicion, at: sinceStart(run.suspected_at, steady) },
});

/** A run in the shape that the flow's rules take. @throws StoredValueError */
export const flowOf = (run: RunRow, steady: SteadyClock): FlowRun => toFlow(run, runBasis(run), steady);

const refusedActions = (run: RunRow, basis: RunBasis, steady: SteadyClock): Partial<Record<RunAction, Refusal>> => {
  const flow = toFlow(run, basis, steady);
  const entries = runActions.map((action) => [action, refusalOf(flow, action, steady.now())] as const);
  return Object.fromEntries(entries.filter(([, refusal]) => refusal !== undefined));
};

/** Rejects a disallowed action before contacting the provider. @throws AppError STATE_CONFLICT */
export const requireAllowed = (run: RunRow, action: RunAction, steady: SteadyClock): void => {
  const refusal = refusalOf(flowOf(run, steady), action, steady.now());
  if (refusal) throw new AppError('STATE_CONFLICT', { reason: refusal, refusal });
};

/** Someone else, or the service itself, has moved the run in the meantime. */
export const movedMeanwhile = (): AppError => new AppError('STATE_CONFLICT', { reason: 'run_changed' });

/** A process that ended in the middle of a change didn't order anything, as long as the run is choosing a plan. */
const presentedProblem = (run: RunRow, steady: SteadyClock): RunProblem | null => {
  const problem = problemOf(run);
  const isOver = problem?.reason === 'going_on' && steady.now() - Date.parse(problem.at) > runTimesMs.goingOn;
  if (!isOver) return problem;
  return run.state === 'choosing' ? { ...problem, reason: 'not_done' } : null;
};

export const presentRun = (run: SeenRunRow, steady: SteadyClock): z.output<typeof upgradeRun> => {
  const open = isOpen(run.state);
  const problem = presentedProblem(run, steady);
  const order = ownOrderOf(run);
  const basis = shownRunBasis(run);
  const window = windowOf(run);
  return {
    run_id: run.id,
    serviceid: run.service_id,
    server_label: run.server_label ?? `Server#${run.service_id}`,
    mode: run.mode,
    provider: run.provider,
    kind: run.kind,
    state: run.state,
    is_open: open,
    version: run.version,
    before: presentSizes(basis.before),
    plan: basis.plan && presentPlan(basis.plan),
    wanted: run.wanted,
    order: order && presentOrder(order),
    invoice_paid: run.mode === 'live' || !order?.invoiceid ? null : run.paid_invoice === order.invoiceid,
    order_missing: run.kind === 'upgrade' && run.order_missing === 1,
    apply_window: window && presentWindow(window, steady.now()),
    default_decision: run.default_chosen === 1 ? run.default_decision : null,
    decide_at: run.decide_at === null ? null : toIso(run.decide_at),
    agreed_total: run.agreed_total === null ? null : fromMinor(run.agreed_total),
    cost_before: fromMinor(run.cost_before),
    cost_after: run.cost_after === null ? null : fromMinor(run.cost_after),
    problem: problem && presentProblem(problem),
    refused: refusedActions(run, basis, steady),
    needs_attention: needsAttention(run.state, problem !== null, run.seen_version === run.version),
    started_by: run.started_by_name ?? erasedName,
    started_at: toIso(run.started_at),
    changed_at: toIso(run.changed_at),
    checked_at: run.checked_at === null ? null : toIso(run.checked_at),
    ended_at: run.ended_at === null ? null : toIso(run.ended_at),
  };
};

/** @throws AppError NOT_FOUND, also for another tenant's run */
export const requireRun = async (db: Queries, scope: HostingScope | undefined, id: string): Promise<SeenRunRow> => {
  return found(scope && (await store.findRun(db, scope, id)));
};

/** A server's open run. @throws AppError STATE_CONFLICT if it has none */
export const requireOpenRun = async (db: Queries, scope: HostingScope, serviceId: string): Promise<SeenRunRow> => {
  const run = await store.findOpenRun(db, scope, serviceId);
  if (!run) {
    throw new AppError('STATE_CONFLICT', { reason: 'no_open_run' });
  }
  return run;
};

/** Reloads a run. */
export const reloadRun = async (db: Queries, { tenant_id, mode, id }: RunRow): Promise<SeenRunRow> =>
  requireRun(db, { tenantId: tenant_id, mode }, id);
