import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { choosePlan } from './choose-plan.ts';
import { presentRun } from './runs.ts';

/** The plan can be changed until it is ordered. */
export const chooseUpgradePlan: Handler<typeof contract.hosting.chooseUpgradePlan> = async (
  context,
  { run_id, ...choice },
  { caller, client },
) => {
  const { hosting, run } = await loadRunContext(context, caller.user.tenantId, run_id);
  const server = await requireServer(context.db.read, hosting.scope, run.service_id);
  const runActor = { action: 'chooseUpgradePlan', actor: caller.user, client } as const;
  const chosen = await choosePlan(context, hosting, server, run, choice, runActor);
  return presentRun(chosen, context.clock.now());
};
