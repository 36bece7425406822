import type { contract } from '#shared/contract/index.ts';
import { found } from '../../../platform/app-error.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { cancelStart, planStart, requireLongEnough } from '../runs/plan-start.ts';
import { presentRun } from '../runs/runs.ts';
import { providerTarget } from '../targets.ts';
import { requireReviewed, runsOf } from './queues.ts';

/** Plans the same window for all of these orders, or for none if that isn't possible for one. */
export const planUpgradeStarts: Handler<typeof contract.hosting.planUpgradeStarts> = async (
  context,
  { runs: reviewed, window, accept_over_budget },
  { client, transaction },
) => {
  if (window) requireLongEnough(window);
  const scope = await transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const settings = await findProviderSettings(tx, user.tenantId);
    const planner = { actor: user, client };
    for (const run of await requireReviewed(context, tx, scope, reviewed, window ? 'set_window' : 'cancel_window')) {
      if (window) await planStart(context, tx, run, settings, { ...window, accept_over_budget }, planner);
      else await cancelStart(context, tx, run, planner);
    }
    const target = providerTarget(user.tenantId, scope.mode);
    const details = { runs: reviewed.length, ...(window && { from: window.from, until: window.until }) };
    await recordEvent(context, tx, { action: 'planUpgradeStarts', ...planner, target, details });
    return scope;
  });
  const runs = await runsOf(context.db.read, scope, reviewed);
  return { runs: runs.map((run) => presentRun(run, context.steady)) };
};
