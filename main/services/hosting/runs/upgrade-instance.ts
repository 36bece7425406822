import type { contract } from '#shared/contract/index.ts';
import { findOpenRun } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { beginUpgrade } from './begin-run.ts';
import { choosePlan } from './choose-plan.ts';
import { orderRun } from './order-run.ts';
import { presentRun, reloadRun, requireAllowed } from './runs.ts';

/**
 * Starts a run, chooses its plan and orders it in one call, for tools that know what they want. Continues an open run
 * that is still choosing a plan.
 */
export const upgradeInstance: Handler<typeof contract.hosting.upgradeInstance> = async (
  context,
  { serviceid: serviceId, ...choice },
  { caller, client },
) => {
  const { db, clock } = context;
  const { hosting, server } = await loadServerContext(context, caller.user.tenantId, serviceId);
  const by = { actor: caller.user, client };
  const open = await findOpenRun(db.read, hosting.scope, serviceId);
  const started =
    open ??
    (await reloadRun(
      db.read,
      await beginUpgrade(context, hosting, server, caller, { ...by, action: 'startUpgradeRun' }),
    ));
  requireAllowed(started, 'choose_plan', clock.now());
  const chosen = await choosePlan(context, hosting, server, started, choice, { ...by, action: 'chooseUpgradePlan' });
  const ordered = await orderRun(context, hosting, chosen, { ...by, action: 'upgradeInstance' });
  return presentRun(ordered, clock.now());
};
