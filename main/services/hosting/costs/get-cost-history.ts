import type { contract } from '#shared/contract/index.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { addMonths } from '#shared/flows/reconciliation.ts';
import { type CostMonthRow, firstCostAt, listCostMonths } from '../../../storage/store/hosting/costs.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { scopeOf } from '../hosting-context.ts';
import { presentAmount } from '../settings/settings.ts';
import { monthlyCostOf } from './budget.ts';
import { presentMonth } from './cost-months.ts';
import { computeMonth, monthOf } from './reconcile.ts';

/** Past months as reconciled; the current month so far. */
export const getCostHistory: Handler<typeof contract.hosting.getCostHistory> = async (
  { db, clock },
  { months: count },
  { caller },
) => {
  const settings = await findProviderSettings(db.read, caller.principal.tenantId);
  const none = fromMinor(0);
  if (!settings) return { months: [], monthly_cost: none, monthly_budget: null, year_forecast: none };
  const scope = scopeOf(settings);
  const now = clock.now();
  const current = monthOf(now);
  const first = await firstCostAt(db.read, scope);
  const stored = new Map((await listCostMonths(db.read, scope)).map((month) => [month.month, month]));
  const earliest = addMonths(current, 1 - count);
  const known = [first === undefined ? current : monthOf(first), ...stored.keys()].toSorted()[0] ?? current;
  const monthsFrom = async (first: string): Promise<CostMonthRow[]> => {
    const months: CostMonthRow[] = [];
    for (let month = known > first ? known : first; month <= current; month = addMonths(month, 1)) {
      // A past month that is not reconciled yet is computed the same way.
      months.push(stored.get(month) ?? (await computeMonth(db.read, scope, month, now)).month);
    }
    return months;
  };
  const january = `${current.slice(0, 4)}-01`;
  const all = await monthsFrom(earliest < january ? earliest : january);
  const monthly = await monthlyCostOf(db.read, scope);
  // What there was before the first whole month isn't known: it counts like that month.
  const whole = all.filter(({ month }) => month >= january && month > known && month < current);
  const toCome = 13 - Number(current.slice(5));
  const unknown = 12 - toCome - whole.length;
  const forecast =
    unknown * (whole[0]?.estimated ?? monthly) +
    whole.reduce((sum, { estimated }) => sum + estimated, 0) +
    toCome * monthly;
  return {
    months: all.filter(({ month }) => month >= earliest).map((month) => presentMonth(month, stored.has(month.month))),
    monthly_cost: fromMinor(monthly),
    monthly_budget: presentAmount(settings?.monthly_budget),
    year_forecast: fromMinor(forecast),
  };
};
