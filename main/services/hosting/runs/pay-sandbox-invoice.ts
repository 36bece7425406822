import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { orderOf } from '../../../store/stored-columns.ts';
import { recordPaid } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { recordDone } from './call-provider.ts';
import { callerRunActor, requireUnmoved } from './move-run.ts';
import { presentRun, reloadRun, requireAllowed } from './runs.ts';

/** Pays as the provider's client area would, outside of its API (seed 001 §3). */
export const paySandboxInvoice: Handler<typeof contract.hosting.paySandboxInvoice> = async (
  context,
  { run_id },
  call,
) => {
  const { db, clock } = context;
  const { hosting, run } = await loadRunContext(context, call.caller.user.tenantId, run_id);
  if (!hosting.sandbox) throw new AppError('SANDBOX_ONLY');
  requireAllowed(run, 'pay_in_sandbox', clock.now());
  const invoiceid = orderOf(run)?.invoiceid ?? null;
  const runActor = callerRunActor(call, 'paySandboxInvoice');
  await requireUnmoved(runActor, run);
  const isPaid = invoiceid !== null && (await hosting.sandbox.payInvoice(invoiceid));
  if (!isPaid) throw new AppError('STATE_CONFLICT', { reason: 'no_invoice_to_pay' });
  await recordDone(context, run, runActor, { invoice: invoiceid }, (tx) => recordPaid(tx, run, invoiceid));
  return presentRun(await reloadRun(db.read, run), clock.now());
};
