import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadOpenRunContext } from '../hosting-context.ts';
import { decideRun } from './decide-run.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun } from './runs.ts';

/** Keeps the upgrade (seed 001 §3). */
export const confirmUpgrade: Handler<typeof contract.hosting.confirmUpgrade> = async (
  context,
  { serviceid: serviceId },
  call,
) => {
  const { hosting, run } = await loadOpenRunContext(context, call.caller.user.tenantId, serviceId);
  const runActor = callerRunActor(call, 'confirmUpgrade');
  return presentRun(await decideRun(context, hosting, run, 'confirm', runActor), context.clock.now());
};
