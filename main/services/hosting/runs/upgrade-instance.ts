import type { contract } from '#shared/contract/index.ts';
import { findOpenRun } from '../../../store/hosting/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { beginUpgrade } from './begin-run.ts';
import { choosePlan } from './choose-plan.ts';
import { callerRunActor } from './move-run.ts';
import { orderRun } from './order-run.ts';
import { presentRun, reloadRun, requireAllowed } from './runs.ts';

/**
 * Starts a run, chooses its plan and orders it in one call, for tools that know what they want. Continues an open run
 * that is still choosing a plan.
 */
export const upgradeInstance: Handler<typeof contract.hosting.upgradeInstance> = async (
  context,
  { serviceid: serviceId, ...choice },
  call,
) => {
  const { db, clock } = context;
  const { hosting, server } = await loadServerContext(context, call.caller.user.tenantId, serviceId);
  const open = await findOpenRun(db.read, hosting.scope, serviceId);
  const started =
    open ??
    (await reloadRun(db.read, await beginUpgrade(context, hosting, server, callerRunActor(call, 'startUpgradeRun'))));
  requireAllowed(started, 'choose_plan', clock.now());
  const chosen = await choosePlan(context, hosting, server, started, choice, callerRunActor(call, 'chooseUpgradePlan'));
  const ordered = await orderRun(context, hosting, chosen, callerRunActor(call, 'upgradeInstance'));
  return presentRun(ordered, clock.now());
};
