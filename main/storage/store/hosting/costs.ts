import type { Selectable } from 'kysely';
import type { CostChangeTable, CostLineTable, CostMonthTable } from '../../database/hosting-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { HostingScope } from './provider-settings.ts';

export type CostChangeRow = Selectable<CostChangeTable>;
export type CostMonthRow = Selectable<CostMonthTable>;
export type CostLineRow = Selectable<CostLineTable>;

/** Records a cost that applies from a timestamp on; a later record for the same timestamp replaces the earlier one. */
export const recordCost = (db: Queries, row: CostChangeRow) =>
  tablesOf(db)
    .insertInto('cost_changes')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'mode', 'subject', 'subject_id', 'at'])
        .doUpdateSet({ approximate_cost: row.approximate_cost }),
    )
    .execute();

/** Every change before a timestamp, oldest first. */
export const costChangesBefore = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  before: number,
): Promise<CostChangeRow[]> =>
  tablesOf(db)
    .selectFrom('cost_changes')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('at', '<', before)
    .orderBy('at')
    .execute();

/** The timestamp of the first known cost. */
export const firstCostAt = async (db: Queries, { tenantId, mode }: HostingScope): Promise<number | undefined> => {
  const first = await tablesOf(db)
    .selectFrom('cost_changes')
    .select('at')
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return first?.at;
};

export const listCostMonths = (db: Queries, { tenantId, mode }: HostingScope): Promise<CostMonthRow[]> =>
  tablesOf(db)
    .selectFrom('cost_months')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .orderBy('month')
    .execute();

export const findCostMonth = (
  db: Queries,
  { tenantId, mode }: HostingScope,
  month: string,
): Promise<CostMonthRow | undefined> =>
  tablesOf(db)
    .selectFrom('cost_months')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('month', '=', month)
    .executeTakeFirst();

export const listCostLines = (db: Queries, { tenantId, mode }: HostingScope, month: string): Promise<CostLineRow[]> =>
  tablesOf(db)
    .selectFrom('cost_lines')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('month', '=', month)
    .execute();

/** Stores a reconciled month and replaces any earlier version. */
export const saveCostMonth = async (db: Queries, row: CostMonthRow, lines: readonly CostLineRow[]): Promise<void> => {
  const { tenant_id, mode, month, ...sums } = row;
  await tablesOf(db)
    .insertInto('cost_months')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'mode', 'month']).doUpdateSet(sums))
    .execute();
  await tablesOf(db)
    .deleteFrom('cost_lines')
    .where('tenant_id', '=', tenant_id)
    .where('mode', '=', mode)
    .where('month', '=', month)
    .execute();
  // Insert in batches: SQLite limits the number of bound values per statement.
  for (let start = 0; start < lines.length; start += 100) {
    await tablesOf(db)
      .insertInto('cost_lines')
      .values(lines.slice(start, start + 100))
      .execute();
  }
};
