import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { choosePlan } from './choose-plan.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun } from './runs.ts';

/** The plan can be changed until it is ordered. */
export const chooseUpgradePlan: Handler<typeof contract.hosting.chooseUpgradePlan> = async (
  context,
  { run_id, ...choice },
  call,
) => {
  const { hosting, run } = await loadRunContext(context, call.caller.user.tenantId, run_id);
  const server = await requireServer(context.db.read, hosting.scope, run.service_id);
  const runActor = callerRunActor(call, 'chooseUpgradePlan');
  const chosen = await choosePlan(context, hosting, server, run, choice, runActor);
  return presentRun(chosen, context.clock.now());
};
