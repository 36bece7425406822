import { planAmount } from '#shared/flows/approval.ts';
import { differsFrom, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import type { RunRow, SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { runBasis } from '../../../storage/store/stored-columns.ts';
import { planShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import { askedUpgrade, requireApproved } from '../approvals.ts';
import { requireWithinBudget } from '../costs/budget.ts';
import type { HostingContext } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { type ActingRunActor, moveRun } from './move-run.ts';
import { costOf, type PlanChoice, quotePlan } from './quote-plan.ts';

/** What an owner has agreed to, by the prices of now. */
interface Agreed {
  choice: PlanChoice;
  /** The run's columns that hold it. */
  agreed: Pick<RunRow, 'plan' | 'cost_after' | 'agreed_total'>;
  /** What has to hold when the order is intended. @throws AppError STATE_CONFLICT if it exceeds the budget, or needs the agreement of another owner */
  requires: (tx: WriteTransaction) => Promise<void>;
}

/**
 * Reads the price of a run's plan again, right before money is spent. A price that differs is stored to be reviewed.
 * @throws AppError STATE_CONFLICT if the price differs, PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const agreeAgain = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
  acceptsOverBudget: boolean,
): Promise<Agreed> => {
  const { db } = context;
  const { plan } = runBasis(run);
  if (!plan) throw new Error(`Run ${run.id} has no plan to order`);
  const { rid, ram, cpu, disk, bandwidth } = plan;
  const choice = { rid, ram, cpu, disk, bandwidth };
  const server = await requireServer(db.read, hosting.scope, run.service_id);
  const quote = await quotePlan(context, hosting, { ...server, sizes: run.before_sizes }, choice);
  const agreed = {
    plan: planShape.write(quote),
    cost_after: costOf(quote),
    agreed_total: quote.now_estimate === null ? null : toMinor(quote.now_estimate),
  };
  if (differsFrom(costOf(plan), costOf(quote))) {
    await runActor.transaction((tx) => moveRun(context, tx, run, 'plan_chosen', runActor, agreed));
    throw new AppError('STATE_CONFLICT', { reason: 'price_changed' });
  }
  const amount = planAmount(quote, hosting.provider.capabilities.changes);
  const requires = async (tx: WriteTransaction): Promise<void> => {
    const asked = askedUpgrade(run, hosting.settings, amount);
    await requireApproved(context, tx, hosting.scope, asked, runActor.actor.id);
    if (acceptsOverBudget) return;
    await requireWithinBudget(tx, hosting, { before: server.approximate_cost, after: costOf(quote) });
  };
  return { choice, agreed, requires };
};
