import { applyWindowMs } from '#shared/flows/hosting.ts';
import type { WindowNotice } from '#shared/flows/upgrade-reminders.ts';
import { changeRun, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf, windowOf } from '../../../storage/store/stored-columns.ts';
import { type ApplyWindow, applyWindowShape } from '../../../storage/store/stored-shapes.ts';
import { isDeletionScheduled } from '../../../storage/store/team/tenants.ts';
import type { AppContext } from '../../context.ts';
import { askedUpgrade, lacksApproval } from '../approvals.ts';
import type { HostingContext } from '../hosting-context.ts';
import { applyOrder } from './apply-order.ts';
import type { ActingRunActor } from './move-run.ts';
import { remindOwners } from './remind-owners.ts';
import { doubtOf } from './require-agreed.ts';
import { reloadRun } from './runs.ts';
import { withNotice } from './window-outcome.ts';
import { windowTimes } from './window-times.ts';

/**
 * Whether a window is open, by the system clock and by the clock that doesn't jump: a clock that was set anew may be
 * wrong, so nothing starts until both agree again, after the next start of Castellan at the latest.
 */
const isOpenNow = (window: ApplyWindow, { clock, steady }: Pick<AppContext, 'clock' | 'steady'>): boolean => {
  const { start, end } = windowTimes(window, clock.now());
  return [clock.now(), steady.now()].every((now) => start <= now && now < end);
};

/** Only the sandbox tells whether an invoice is paid. Elsewhere, the provider refuses what isn't. */
const isKnownUnpaid = (run: SeenRunRow): boolean => {
  const order = orderOf(run);
  if (run.mode !== 'sandbox' || !order?.invoiceid || order.total?.startsWith('-')) return false;
  return order.invoiceid !== run.paid_invoice;
};

/** Why the order can't be applied now, other than by the provider's refusal. */
const obstacleOf = async (
  context: AppContext,
  run: SeenRunRow,
  { scope, settings }: HostingContext,
): Promise<WindowNotice | undefined> => {
  if (isKnownUnpaid(run)) return 'window_unpaid';
  if (doubtOf(run, settings)) return 'window_differs';
  const isLacking = await lacksApproval(context, context.db.read, scope, askedUpgrade(run, settings));
  return isLacking ? 'window_unapproved' : undefined;
};

/** Tells the owners what keeps the upgrade from starting, once per window. */
const tellObstacle = async (
  context: AppContext,
  run: SeenRunRow,
  window: ApplyWindow,
  notice: WindowNotice,
  { transaction }: ActingRunActor,
): Promise<SeenRunRow> => {
  const change = withNotice(window, notice, context.clock.now());
  if (!change) return run;
  await transaction(async (tx) => {
    const isSeen = run.seen_version === run.version;
    // Someone else moved the run meanwhile: the next poll looks again.
    if (!(await changeRun(tx, run, { ...change, ...(isSeen && { seen_version: run.version + 1 }) }))) return;
    await remindOwners(context, tx, run, notice);
  });
  return reloadRun(context.db.read, run);
};

/**
 * Applies an order whose planned time has come (DECISION 0200). Only the caller that moves the run sends the request, and
 * a request with an unknown outcome is never sent again. A refused one is, in the same window or in the next one. Nothing
 * starts in an organization that is to be deleted: its plan waits until it is restored.
 * @throws AppError PROVIDER_… if the provider refused it
 */
export const startInWindow = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
): Promise<SeenRunRow> => {
  const window = windowOf(run);
  if (!window || run.state !== 'awaiting_payment' || !isOpenNow(window, context)) return run;
  if (await isDeletionScheduled(context.db.read, run.tenant_id)) return run;
  const now = context.clock.now();
  const { tried_at } = window;
  if (tried_at !== null && tried_at <= now && now < tried_at + applyWindowMs.retry) return run;
  const obstacle = await obstacleOf(context, run, hosting);
  if (obstacle) return tellObstacle(context, run, window, obstacle, runActor);
  const tried: ApplyWindow = { ...window, tried_at: now };
  return applyOrder(
    context,
    hosting,
    run,
    runActor,
    'apply_intended',
    {},
    { apply_window: applyWindowShape.write(tried) },
  );
};
