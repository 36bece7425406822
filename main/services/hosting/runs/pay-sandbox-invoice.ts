import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { recordPaid } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { recordRun } from './move-run.ts';
import { presentRun, reloadRun, requireAllowed, type StoredOrder } from './runs.ts';

/** Pays as the provider's client area would, outside of its API (seed 001 §3). */
export const paySandboxInvoice: Handler<typeof contract.hosting.paySandboxInvoice> = async (
  context,
  { run_id },
  { caller, client },
) => {
  const { db, clock } = context;
  const { hosting, run } = await loadRunContext(context, caller.user.tenantId, run_id);
  if (!hosting.sandbox) throw new AppError('SANDBOX_ONLY');
  requireAllowed(run, 'pay_in_sandbox', clock.now());
  const order = run.provider_order === null ? null : (JSON.parse(run.provider_order) as StoredOrder);
  const invoiceid = order?.invoiceid ?? null;
  const isPaid = invoiceid !== null && (await hosting.sandbox.payInvoice(invoiceid));
  if (!isPaid) throw new AppError('STATE_CONFLICT', { reason: 'no_invoice_to_pay' });
  await db.transaction(async (tx) => {
    await recordPaid(tx, run, invoiceid);
    const runActor = { action: 'paySandboxInvoice', actor: caller.user, client } as const;
    await recordRun(context, tx, run, runActor, { invoice: invoiceid });
  });
  return presentRun(await reloadRun(db.read, run), clock.now());
};
