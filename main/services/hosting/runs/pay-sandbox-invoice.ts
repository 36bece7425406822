import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { recordPaid } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { recordDone } from './call-provider.ts';
import { requireUnmoved } from './move-run.ts';
import { runCommand } from './run-command.ts';
import { reloadRun, requireAllowed } from './runs.ts';

/** Pays as the provider's client area would, outside of its API (seed 001 §3). */
export const paySandboxInvoice: Handler<typeof contract.hosting.paySandboxInvoice> = runCommand({
  action: 'paySandboxInvoice',
  act: async ({ context, run, runActor }) => {
    const { sandbox } = await loadHostingContext(context, run.tenant_id);
    if (!sandbox) throw new AppError('SANDBOX_ONLY');
    requireAllowed(run, 'pay_in_sandbox', context.steady);
    const invoiceid = orderOf(run)?.invoiceid ?? null;
    await requireUnmoved(runActor, run);
    const isPaid = invoiceid !== null && (await sandbox.payInvoice(invoiceid));
    if (!isPaid) throw new AppError('STATE_CONFLICT', { reason: 'no_invoice_to_pay' });
    await recordDone(context, run, runActor, { invoice: invoiceid }, (tx) => recordPaid(tx, run, invoiceid));
    return reloadRun(context.db.read, run);
  },
});
