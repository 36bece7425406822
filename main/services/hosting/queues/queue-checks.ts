import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import type { Minor } from '#shared/flows/money.ts';
import { type QueueAction, runActionOf } from '#shared/flows/upgrade-queue.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { HostingScope, ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { requireWithinBudget } from '../costs/budget.ts';
import { providerOf } from '../hosting-context.ts';
import { requireAgreed } from '../runs/require-agreed.ts';
import { requireAllowed } from '../runs/runs.ts';

/** What someone asks of a queue. */
interface AskedQueue {
  action: QueueAction;
  accept_over_budget?: boolean | undefined;
}

const deltaOf = ({ cost_before, cost_after }: SeenRunRow): Minor => (cost_after ?? cost_before) - cost_before;

/** What runs together add to the cost per month, in cents. */
export const addedCostOf = (runs: readonly SeenRunRow[]): Minor => runs.reduce((sum, run) => sum + deltaOf(run), 0);

/** What has to hold for each run of a queue. @throws AppError STATE_CONFLICT */
export const requireQueueable = (
  { steady }: Pick<AppContext, 'steady'>,
  run: SeenRunRow,
  settings: ProviderSettingsRow | undefined,
  { action, accept_over_budget }: AskedQueue,
): void => {
  requireAllowed(run, runActionOf[action], steady);
  if (action === 'start') requireAgreed(run, settings, { accept_over_budget });
};

/** What has to hold for a queue as a whole: DECISION 0119, for all of its orders together. @throws AppError STATE_CONFLICT */
export const requireAcceptable = async (
  db: Queries,
  scope: HostingScope,
  settings: ProviderSettingsRow | undefined,
  { action, accept_over_budget }: AskedQueue,
  runs: readonly SeenRunRow[],
): Promise<void> => {
  if (settings && capabilitiesOf(providerOf(settings)).changes !== 'order') {
    throw new AppError('STATE_CONFLICT', { reason: 'queue_needs_orders' });
  }
  if (action !== 'order' || accept_over_budget) return;
  const budget = { monthly_budget: settings?.monthly_budget ?? null };
  await requireWithinBudget(db, { scope, settings: budget }, { before: 0, after: addedCostOf(runs) });
};
