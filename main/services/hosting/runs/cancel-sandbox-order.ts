import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { recordDone } from './call-provider.ts';
import { callerRunActor, requireUnmoved } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';
import { presentRun, reloadRun, requireAllowed } from './runs.ts';

/** Cancels the order as the provider's client area would, then polls the run. */
export const cancelSandboxOrder: Handler<typeof contract.hosting.cancelSandboxOrder> = async (
  context,
  { run_id },
  call,
) => {
  const { db, clock } = context;
  const { hosting, run } = await loadRunContext(context, call.caller.user.tenantId, run_id);
  if (!hosting.sandbox) throw new AppError('SANDBOX_ONLY');
  requireAllowed(run, 'pay_in_sandbox', clock.now());
  const runActor = callerRunActor(call, 'cancelSandboxOrder');
  await requireUnmoved(runActor, run);
  const isCancelled = await hosting.sandbox.cancelOrder(Number(run.service_id));
  if (!isCancelled) throw new AppError('STATE_CONFLICT', { reason: 'no_order_to_cancel' });
  await recordDone(context, run, runActor);
  return presentRun(await pollProvider(context, hosting, await reloadRun(db.read, run)), clock.now());
};
