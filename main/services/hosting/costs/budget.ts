import { beyondBudget } from '#shared/flows/budget.ts';
import { fromMinor, type Minor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { HostingScope, ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { sumServerCosts } from '../../../storage/store/hosting/servers.ts';
import { sumIpAddressCosts } from '../../../storage/store/hosting/smtp-ip-addresses.ts';
import { sumOrderedCosts } from '../../../storage/store/hosting/upgrade-runs.ts';

/** What all servers and addresses cost per month now, in cents. */
export const monthlyCostOf = async (db: Queries, scope: HostingScope): Promise<number> =>
  (await sumServerCosts(db, scope)) + (await sumIpAddressCosts(db, scope));

/** The same, together with what open orders will add. */
export const costWithOrders = async (db: Queries, scope: HostingScope): Promise<number> =>
  (await monthlyCostOf(db, scope)) + (await sumOrderedCosts(db, scope));

/**
 * DECISION 0119: refuses what makes hosting cost more than the budget, together with what is ordered already, or what
 * costs no one knows how much. `before` and `after`: what the changed servers cost per month, in cents.
 * @throws AppError STATE_CONFLICT
 */
export const requireWithinBudget = async (
  db: Queries,
  { scope, settings }: { scope: HostingScope; settings: Pick<ProviderSettingsRow, 'monthly_budget'> },
  { before, after }: { before: Minor; after: Minor | null },
): Promise<void> => {
  const { monthly_budget: budget } = settings;
  if (budget === null) return;
  const total = await costWithOrders(db, scope);
  const beyond = beyondBudget({ budget, total, before, after });
  if (beyond === undefined) return;
  if (beyond === 'unknown') {
    throw new AppError('STATE_CONFLICT', { reason: 'budget_unknown', params: { budget: fromMinor(budget) } });
  }
  const params = { total: fromMinor(beyond), budget: fromMinor(budget) };
  throw new AppError('STATE_CONFLICT', { reason: 'over_budget', params });
};
