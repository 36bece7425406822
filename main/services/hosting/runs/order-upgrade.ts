import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { orderRun } from './order-run.ts';
import { movedMeanwhile, presentRun } from './runs.ts';

/** Orders exactly what was reviewed: choosing another plan in the meantime changes the version. */
export const orderUpgrade: Handler<typeof contract.hosting.orderUpgrade> = async (
  context,
  { run_id, version },
  { caller, client },
) => {
  const { hosting, run } = await loadRunContext(context, caller.user.tenantId, run_id);
  if (run.version !== version) throw movedMeanwhile();
  const runActor = { action: 'orderUpgrade', actor: caller.user, client } as const;
  return presentRun(await orderRun(context, hosting, run, runActor), context.clock.now());
};
