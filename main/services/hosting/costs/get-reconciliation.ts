import type { contract } from '#shared/contract/index.ts';
import { byText } from '#shared/text-input/text-keys.ts';
import { findCostMonth, listCostLines } from '../../../storage/store/hosting/costs.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentLine, presentMonth } from './cost-months.ts';
import { computeMonth, withCurrentNames } from './reconcile.ts';

const subjects = { server: 0, ip_address: 1, other: 2 } as const;

/** A month server by server: as reconciled, or as it stands now. */
export const getReconciliation: Handler<typeof contract.hosting.getReconciliation> = async (
  { db, clock },
  { month },
  { caller },
) => {
  const scope = await findScope(db.read, caller.principal.tenantId);
  if (!scope) {
    return { month, estimated: '0.00', invoiced: '0.00', difference: '0.00', is_final: false, lines: [] };
  }
  const stored = await findCostMonth(db.read, scope, month);
  const summary = stored
    ? { month: stored, lines: await withCurrentNames(db.read, scope, await listCostLines(db.read, scope, month)) }
    : await computeMonth(db.read, scope, month, clock.now());
  const lines = summary.lines.toSorted(
    (one, other) => subjects[one.subject] - subjects[other.subject] || byText(one.label, other.label),
  );
  return { ...presentMonth(summary.month, stored !== undefined), lines: lines.map(presentLine) };
};
