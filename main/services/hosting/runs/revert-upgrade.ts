import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadOpenRunContext } from '../hosting-context.ts';
import { decideRun } from './decide-run.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun } from './runs.ts';

/** Restores the server as it was before (seed 001 §3). */
export const revertUpgrade: Handler<typeof contract.hosting.revertUpgrade> = async (
  context,
  { serviceid: serviceId },
  call,
) => {
  const { hosting, run } = await loadOpenRunContext(context, call.caller.user.tenantId, serviceId);
  const runActor = callerRunActor(call, 'revertUpgrade');
  return presentRun(await decideRun(context, hosting, run, 'revert', runActor), context.clock.now());
};
