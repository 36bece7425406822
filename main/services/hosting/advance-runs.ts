import { runTimesMs, serverStatuses } from '#shared/flows/hosting.ts';
import { AppError } from '#shared/texts/errors.ts';
import { StoredValueError } from '../../platform/stored-shape.ts';
import { listRunningQueues } from '../../storage/store/hosting/upgrade-queues.ts';
import { changeRun, listRunsToPoll, type SeenRunRow } from '../../storage/store/hosting/upgrade-runs.ts';
import type { SystemContext } from '../context.ts';
import type { Transact } from '../handler.ts';
import { type HostingContext, loadBackgroundContext, withPriority } from './hosting-context.ts';
import { advanceQueue } from './queues/advance-queue.ts';
import { continueChange } from './runs/change-plan.ts';
import { decideRun } from './runs/decide-run.ts';
import { tellLostWork } from './runs/lost-work.ts';
import { systemRunActor } from './runs/move-run.ts';
import { pollIntervalOf } from './runs/poll-interval.ts';
import { pollProvider } from './runs/poll-provider.ts';
import { reloadRun } from './runs/runs.ts';
import { startInWindow } from './runs/start-in-window.ts';
import { requireServer } from './servers/servers.ts';

/** The service's own transaction on a run. */
const transactionOf =
  ({ db }: SystemContext, run: SeenRunRow): Transact =>
  (work) =>
    db.transaction({ tenant: run.tenant_id }, work);

/**
 * Applies the default that someone chose to a server in RESIZED once the deadline has passed. A refused default is not sent
 * again, and none is sent for a server that no longer waits: an owner has to look. DECISION 0297: without a choice, nothing
 * is decided.
 */
const decideIfDue = async (context: SystemContext, hosting: HostingContext, run: SeenRunRow): Promise<SeenRunRow> => {
  if (run.state !== 'resized' || run.decide_at === null || run.default_chosen === 0 || run.problem !== null) return run;
  const { clockWatch, steady } = context;
  // A deadline that another process set is known by the system clock only.
  const isOfBefore = (run.applied_at ?? 0) < steady.startedAt;
  if (run.decide_at > steady.now() && !(isOfBefore && run.decide_at <= clockWatch.dueTime())) return run;
  const server = await requireServer(context.db.read, hosting.scope, run.service_id);
  if (server.status !== serverStatuses.resized) return run;
  return decideRun(context, hosting, run, run.default_decision, {
    ...systemRunActor(run),
    transaction: transactionOf(context, run),
  });
};

/**
 * Moves the deadline of a run of another process if the system clock was set back since: what remained when the
 * provider last answered counts from now. Otherwise the provider would decide first.
 */
const keepDeadline = async (context: SystemContext, run: SeenRunRow): Promise<SeenRunRow> => {
  const now = context.steady.now();
  const { applied_at, decide_at, checked_at, version, seen_version } = run;
  if (applied_at === null || decide_at === null || checked_at === null || checked_at <= now) return run;
  const setBack = checked_at - now;
  await changeRun(context.db.writeFor(run.tenant_id), run, {
    applied_at: applied_at - setBack,
    decide_at: decide_at - setBack,
    ...(seen_version === version && { seen_version: version + 1 }),
  });
  return reloadRun(context.db.read, run);
};

/** Polls once for an open run and acts on the result. */
const advanceRun = async (context: SystemContext, hosting: HostingContext, run: SeenRunRow): Promise<SeenRunRow> => {
  const polled = await pollProvider(context, hosting, run);
  const runActor = { ...systemRunActor(run), transaction: transactionOf(context, run) };
  const due = withPriority(hosting, 'step');
  const continued = await continueChange(context, due, polled, runActor);
  return decideIfDue(context, due, await startInWindow(context, due, continued, runActor));
};

/** What rounds of polls remember of one another. */
export interface PollRounds {
  /** Tenants whose runs are being polled. */
  readonly polling: Set<string>;
  /** Queues whose orders are being placed. */
  readonly ordering: Set<string>;
  /** For each tenant whose last round ran out of time, the run that it did not reach. */
  readonly next: Map<string, string>;
  /** When the rounds began in which runs were last polled, by the steady clock, and the versions that they had. */
  readonly polled: Map<string, { at: number; version: number }>;
  /** Whether no round has ended yet, so that all runs are those of another process. */
  isFirst: boolean;
}

export const createPollRounds = (): PollRounds => ({
  polling: new Set(),
  ordering: new Set(),
  next: new Map(),
  polled: new Map(),
  isFirst: true,
});

/** The runs, beginning with the one that the round before did not reach. */
const inTurn = (runs: readonly SeenRunRow[], first: string | undefined): SeenRunRow[] => {
  const start = Math.max(
    0,
    runs.findIndex(({ id }) => id === first),
  );
  return [...runs.slice(start), ...runs.slice(0, start)];
};

/** Whether it is time to poll a run: one that has changed since is polled at once. */
const isDue = (run: SeenRunRow, { polled }: PollRounds, now: number): boolean => {
  const last = polled.get(run.id);
  if (last?.version !== run.version) return true;
  try {
    return now - last.at >= pollIntervalOf(run, now);
  } catch (error) {
    // The poll itself says what can't be read.
    if (error instanceof StoredValueError) return true;
    throw error;
  }
};

const pollTenant = async (
  context: SystemContext,
  tenantId: string,
  runs: readonly SeenRunRow[],
  { next, polled, isFirst }: PollRounds,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { log, steady } = context;
  const hosting = await loadBackgroundContext(context, tenantId, 'poll');
  const begun = steady.now();
  const until = begun + runTimesMs.round;
  const turns = inTurn(runs, next.get(tenantId));
  next.delete(tenantId);
  for (const run of turns) {
    // Settings prevent a tenant from changing its account while a run is open.
    if (signal?.aborted || run.mode !== hosting.scope.mode) return;
    if (steady.now() >= until) {
      next.set(tenantId, run.id);
      return;
    }
    polled.set(run.id, { at: begun, version: run.version });
    try {
      await advanceRun(context, hosting, isFirst ? await keepDeadline(context, run) : run);
    } catch (error) {
      // Refused by the provider, or moved by someone else: the run shows both, and the next poll retries.
      if (error instanceof StoredValueError) {
        log.error({ run_id: run.id, err: error }, "an upgrade can't be read, so it does not move");
        continue;
      }
      if (!(error instanceof AppError)) throw error;
      log.warn({ run_id: run.id, code: error.code, detail: error.message }, 'an upgrade did not move');
    }
  }
};

/** Does some work of a tenant, unless an earlier round still does. */
const unlessBusy = async (
  { log }: SystemContext,
  busy: Set<string>,
  { id, tenantId }: { id: string; tenantId: string },
  work: () => Promise<void>,
): Promise<void> => {
  if (busy.has(id)) return;
  busy.add(id);
  try {
    await work();
  } catch (error) {
    log.error({ tenant_id: tenantId, err: error }, 'the open upgrades of a tenant were not looked at');
  } finally {
    busy.delete(id);
  }
};

/**
 * Polls every tenant's open runs that wait for the provider, including any left open by a crash, a restart or a
 * sleeping machine, and places the orders of queues. DECISION 0082: tenants don't wait for one another, nor do the orders
 * of a queue wait for polls, however many runs are open. What an earlier round still does is left to it. One tenant's
 * failure does not block the others.
 */
export const advanceOpenRuns = async (
  context: SystemContext,
  signal?: AbortSignal,
  rounds: PollRounds = createPollRounds(),
): Promise<void> => {
  const { db, steady } = context;
  await tellLostWork(context);
  const open = await listRunsToPoll(db.read);
  const ids = new Set(open.map(({ id }) => id));
  for (const id of rounds.polled.keys()) if (!ids.has(id)) rounds.polled.delete(id);
  const due = open.filter((run) => isDue(run, rounds, steady.now()));
  const tenants = Map.groupBy(due, ({ tenant_id }) => tenant_id);
  const queues = await listRunningQueues(db.read);
  const orders = queues.map((queue) =>
    unlessBusy(context, rounds.ordering, { id: queue.id, tenantId: queue.tenant_id }, async () => {
      const hosting = await loadBackgroundContext(context, queue.tenant_id, 'order');
      if (queue.mode !== hosting.scope.mode) return;
      await advanceQueue(context, hosting, queue, () => signal?.aborted === true);
    }),
  );
  const polls = [...tenants].map(([tenantId, runs]) =>
    unlessBusy(context, rounds.polling, { id: tenantId, tenantId }, () =>
      pollTenant(context, tenantId, runs, rounds, signal),
    ),
  );
  await Promise.all([...orders, ...polls]);
  rounds.isFirst = false;
};
