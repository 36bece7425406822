import type { ServerRow } from '../../../storage/store/hosting/servers.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { problemOf } from '../../../storage/store/stored-columns.ts';
import { planShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { type ActingRunActor, moveRun } from './move-run.ts';
import { costOf, type PlanChoice, quotePlan } from './quote-plan.ts';
import { reloadRun, requireAllowed } from './runs.ts';

/**
 * Stores a run's plan with the quoted cost.
 * @throws AppError STATE_CONFLICT, PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const choosePlan = async (
  context: AppContext,
  hosting: HostingContext,
  server: ServerRow,
  run: SeenRunRow,
  choice: PlanChoice,
  runActor: ActingRunActor,
): Promise<SeenRunRow> => {
  const { db, steady } = context;
  requireAllowed(run, 'choose_plan', steady);
  const quote = await quotePlan(context, hosting, { ...server, sizes: run.before_sizes }, choice);
  // Another plan doesn't tell whether there is an order.
  const isUnclear = problemOf(run)?.reason === 'order_unclear';
  const change = {
    plan: planShape.write(quote),
    cost_after: costOf(quote),
    ...(isUnclear && { problem: run.problem }),
  };
  const moved = await runActor.transaction((tx) => moveRun(context, tx, run, 'plan_chosen', runActor, change));
  return reloadRun(db.read, moved);
};
