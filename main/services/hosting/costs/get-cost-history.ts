import type { contract } from '#shared/contract/index.ts';
import { fromMinor } from '#shared/money.ts';
import { addMonths } from '#shared/reconciliation.ts';
import { type CostMonthRow, firstCostAt, listCostMonths } from '../../../store/hosting/costs.ts';
import { sumIpAddressCosts } from '../../../store/hosting/smtp-ip-addresses.ts';
import { sumServerCosts } from '../../../store/hosting/vps-instances.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentMonth } from './cost-months.ts';
import { computeMonth, monthOf } from './reconcile.ts';

/** Past months as reconciled; the current month so far. */
export const getCostHistory: Handler<typeof contract.hosting.getCostHistory> = async (
  { db, clock },
  { months: count },
  { caller },
) => {
  const scope = await findScope(db.read, caller.user.tenantId);
  if (!scope) return { months: [], monthly_cost: fromMinor(0) };
  const now = clock.now();
  const current = monthOf(now);
  const first = await firstCostAt(db.read, scope);
  const stored = new Map((await listCostMonths(db.read, scope)).map((month) => [month.month, month]));
  const earliest = addMonths(current, 1 - count);
  const known = [first === undefined ? current : monthOf(first), ...stored.keys()].toSorted()[0] ?? current;
  const months: CostMonthRow[] = [];
  for (let month = known > earliest ? known : earliest; month <= current; month = addMonths(month, 1)) {
    // A past month that is not reconciled yet is computed the same way.
    months.push(stored.get(month) ?? (await computeMonth(db.read, scope, month, now)).month);
  }
  const monthly = (await sumServerCosts(db.read, scope)) + (await sumIpAddressCosts(db.read, scope));
  return {
    months: months.map((month) => presentMonth(month, stored.has(month.month))),
    monthly_cost: fromMinor(monthly),
  };
};
