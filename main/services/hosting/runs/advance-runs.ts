import { AppError } from '#shared/errors.ts';
import type { SystemContext } from '../../../context.ts';
import { listRunsToPoll, type SeenRunRow } from '../../../store/hosting/upgrade-runs.ts';
import { StoredValueError } from '../../../store/stored-column.ts';
import type { Transact } from '../../handler.ts';
import { type HostingContext, loadHostingContext } from '../hosting-context.ts';
import { priceServer } from '../servers/read-servers.ts';
import { requireServer } from '../servers/servers.ts';
import { decideRun } from './decide-run.ts';
import { systemRunActor } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';

/** The service's own transaction on a run. */
const transactionOf =
  ({ db }: SystemContext, run: SeenRunRow): Transact =>
  (work) =>
    db.transaction({ tenant: run.tenant_id }, work);

/** Applies the default to a server in RESIZED once the deadline has passed. */
const decideIfDue = async (context: SystemContext, hosting: HostingContext, run: SeenRunRow): Promise<SeenRunRow> => {
  const isDue = run.state === 'resized' && run.decide_at !== null && run.decide_at <= context.clock.now();
  return isDue
    ? decideRun(context, hosting, run, run.default_decision, {
        ...systemRunActor(run),
        transaction: transactionOf(context, run),
      })
    : run;
};

/** Orders made elsewhere come without a price, so read it when the upgrade is confirmed. */
const priceIfUnknown = async (context: SystemContext, hosting: HostingContext, run: SeenRunRow): Promise<void> => {
  if (run.state !== 'confirmed' || run.cost_after !== null) return;
  await priceServer(
    context,
    hosting,
    await requireServer(context.db.read, hosting.scope, run.service_id),
    transactionOf(context, run),
  );
};

/** Polls once for an open run and acts on the result. */
const advanceRun = async (context: SystemContext, hosting: HostingContext, run: SeenRunRow): Promise<SeenRunRow> => {
  const decided = await decideIfDue(context, hosting, await pollProvider(context, hosting, run));
  await priceIfUnknown(context, hosting, decided);
  return decided;
};

const advanceTenant = async (
  context: SystemContext,
  tenantId: string,
  runs: readonly SeenRunRow[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { log } = context;
  const hosting = await loadHostingContext(context, tenantId);
  for (const run of runs) {
    // Settings prevent a tenant from changing its account while a run is open.
    if (signal?.aborted || run.mode !== hosting.scope.mode) return;
    try {
      await advanceRun(context, hosting, run);
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

/**
 * Polls every tenant's open runs that wait for the provider, including any left open by a crash, a restart or a
 * sleeping machine. One tenant's failure does not block the others.
 */
export const advanceOpenRuns = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  const tenants = Map.groupBy(await listRunsToPoll(db.read), ({ tenant_id }) => tenant_id);
  const work = [...tenants].map(([tenantId, runs]) =>
    advanceTenant(context, tenantId, runs, signal).catch((error: unknown) =>
      log.error({ tenant_id: tenantId, err: error }, 'the open upgrades of a tenant were not looked at'),
    ),
  );
  await Promise.all(work);
};
