import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { recordDone } from './call-provider.ts';
import { requireUnmoved } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';
import { runCommand } from './run-command.ts';
import { reloadRun, requireAllowed } from './runs.ts';

/** Cancels the order as the provider's client area would, then polls the run. */
export const cancelSandboxOrder: Handler<typeof contract.hosting.cancelSandboxOrder> = runCommand({
  action: 'cancelSandboxOrder',
  act: async ({ context, run, runActor }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    if (!hosting.sandbox) throw new AppError('SANDBOX_ONLY');
    requireAllowed(run, 'pay_in_sandbox', context.steady);
    await requireUnmoved(runActor, run);
    const isCancelled = await hosting.sandbox.cancelOrder(Number(run.service_id));
    if (!isCancelled) throw new AppError('STATE_CONFLICT', { reason: 'no_order_to_cancel' });
    await recordDone(context, run, runActor, {});
    return pollProvider(context, hosting, await reloadRun(context.db.read, run));
  },
});
