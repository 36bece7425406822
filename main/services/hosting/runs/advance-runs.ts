import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../../context.ts';
import { listRunsToPoll, type SeenRunRow } from '../../../store/upgrade-runs.ts';
import { type HostingContext, loadHostingContext } from '../hosting-context.ts';
import { priceServer } from '../servers/read-servers.ts';
import { requireServer } from '../servers/servers.ts';
import { decideRun } from './decide-run.ts';
import { systemRunActor } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';

/** Applies the default to a server that waits in RESIZED, once its time has come. */
const decideIfDue = async (context: AppContext, hosting: HostingContext, run: SeenRunRow): Promise<SeenRunRow> => {
  const isDue = run.state === 'resized' && run.decide_at !== null && run.decide_at <= context.clock.now();
  return isDue ? decideRun(context, hosting, run, run.default_decision, systemRunActor(run)) : run;
};

/** An order that was made elsewhere tells no price: it is read when its upgrade is confirmed. */
const priceIfUnknown = async (context: AppContext, hosting: HostingContext, run: SeenRunRow): Promise<void> => {
  if (run.state !== 'confirmed' || run.cost_after !== null) return;
  await priceServer(context, hosting, await requireServer(context.db.read, hosting.scope, run.service_id));
};

/** One look at an open run, and what follows from it. */
export const advanceRun = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
): Promise<SeenRunRow> => {
  const decided = await decideIfDue(context, hosting, await pollProvider(context, hosting, run));
  await priceIfUnknown(context, hosting, decided);
  return decided;
};

const advanceTenant = async (
  context: AppContext,
  tenantId: string,
  runs: readonly SeenRunRow[],
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { log } = context;
  const hosting = await loadHostingContext(context, tenantId);
  for (const run of runs) {
    // The settings keep a tenant from changing its account while a run is open.
    if (signal?.aborted || run.mode !== hosting.scope.mode) return;
    try {
      await advanceRun(context, hosting, run);
    } catch (error) {
      // Refused by the provider, or moved by somebody else: both are told with the run, and looked at again.
      if (!(error instanceof AppError)) throw error;
      log.warn({ run_id: run.id, code: error.code, detail: error.message }, 'an upgrade did not move');
    }
  }
};

/**
 * Looks at every open run that waits for the provider, of every tenant: what a crash, a restart or a sleeping machine has
 * left open is found here. A tenant that fails does not hold up the others.
 */
export const advanceOpenRuns = async (context: AppContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  const tenants = Map.groupBy(await listRunsToPoll(db.read), ({ tenant_id }) => tenant_id);
  const work = [...tenants].map(([tenantId, runs]) =>
    advanceTenant(context, tenantId, runs, signal).catch((error: unknown) =>
      log.error({ tenant_id: tenantId, err: error }, 'the open upgrades of a tenant were not looked at'),
    ),
  );
  await Promise.all(work);
};
