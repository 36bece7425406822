import type { contract } from '#shared/contract/index.ts';
import { findOpenRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import type { Handler } from '../../handler.ts';
import { type HostingContext, loadServerContext } from '../hosting-context.ts';
import { beginUpgrade } from './begin-run.ts';
import { choosePlan } from './choose-plan.ts';
import { inTime } from './in-time.ts';
import { type ActingRunActor, callerRunActor, moveRun } from './move-run.ts';
import { orderRun } from './order-run.ts';
import { presentRun, reloadRun, requireAllowed } from './runs.ts';

/**
 * Starts a run, chooses its plan and orders it in one call, for tools that know what they want. Continues an open run
 * that is still choosing a plan. A refusal leaves no run behind that was not there before.
 */
export const upgradeInstance: Handler<typeof contract.hosting.upgradeInstance> = async (
  context,
  { serviceid: serviceId, accept_over_budget, ...choice },
  call,
) => {
  const { db, steady } = context;
  const { hosting, server } = await loadServerContext(context, call.caller.principal.tenantId, serviceId);
  const open = await findOpenRun(db.read, hosting.scope, serviceId);
  const started =
    open ??
    (await reloadRun(db.read, await beginUpgrade(context, hosting, server, callerRunActor(call, 'startUpgradeRun'))));
  requireAllowed(started, 'choose_plan', steady);
  const ordered = await inTime(context, hosting, started, async (lasting) => {
    try {
      const actor = callerRunActor(call, 'chooseUpgradePlan');
      const chosen = await choosePlan(lasting, hosting, server, started, choice, actor);
      const orderActor = callerRunActor(call, 'upgradeInstance');
      return await orderRun(lasting, hosting, chosen, orderActor, accept_over_budget);
    } catch (error) {
      if (!open) await cancelUnordered(lasting, hosting, started, callerRunActor(call, 'cancelUpgradeRun'));
      throw error;
    }
  });
  return presentRun(ordered, steady);
};

/**
 * Cancels a run if nothing was ordered for it, unless its caller was answered with it. Leaves it alone if someone else has
 * moved it on meanwhile.
 */
const cancelUnordered = async (
  context: AppContext,
  { patience }: HostingContext,
  started: RunRow,
  runActor: ActingRunActor,
): Promise<void> => {
  if (patience?.aborted) return;
  await runActor.transaction(async (tx) => {
    const run = await reloadRun(tx, started);
    if (run.state === 'choosing') await moveRun(context, tx, run, 'cancelled', runActor);
  });
};
