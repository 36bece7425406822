import { fromMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { HostingScope, ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { type ServerRow, sumServerCosts } from '../../../storage/store/hosting/servers.ts';
import { sumIpAddressCosts } from '../../../storage/store/hosting/smtp-ip-addresses.ts';

/** What all servers and addresses cost per month now, in cents. */
export const monthlyCostOf = async (db: Queries, scope: HostingScope): Promise<number> =>
  (await sumServerCosts(db, scope)) + (await sumIpAddressCosts(db, scope));

/**
 * DECISION 0119: refuses an order that makes hosting cost more than the budget. `cost` is what the server would cost per
 * month, in cents. What costs less than now is never refused.
 * @throws AppError STATE_CONFLICT
 */
export const requireWithinBudget = async (
  db: Queries,
  { scope, settings }: { scope: HostingScope; settings: Pick<ProviderSettingsRow, 'monthly_budget'> },
  server: Pick<ServerRow, 'approximate_cost'>,
  cost: number,
): Promise<void> => {
  const { monthly_budget: budget } = settings;
  if (budget === null || cost <= server.approximate_cost) return;
  const total = (await monthlyCostOf(db, scope)) - server.approximate_cost + cost;
  if (total <= budget) return;
  const params = { total: fromMinor(total), budget: fromMinor(budget) };
  throw new AppError('STATE_CONFLICT', { reason: 'over_budget', params });
};
