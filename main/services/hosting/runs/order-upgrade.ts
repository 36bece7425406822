import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { callerRunActor } from './move-run.ts';
import { orderRun } from './order-run.ts';
import { movedMeanwhile, presentRun } from './runs.ts';

/** Orders exactly what was reviewed: choosing another plan in the meantime changes the version. */
export const orderUpgrade: Handler<typeof contract.hosting.orderUpgrade> = async (
  context,
  { run_id, version },
  call,
) => {
  const { hosting, run } = await loadRunContext(context, call.caller.user.tenantId, run_id);
  if (run.version !== version) throw movedMeanwhile();
  const runActor = callerRunActor(call, 'orderUpgrade');
  return presentRun(await orderRun(context, hosting, run, runActor), context.clock.now());
};
