import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { referencingTables } from '../storage/database/deletion-cascades.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { primaryKeys, tablesInOrder } from './table-keys.ts';

const app = perFile(() => createTestService());

it('are those of the schema', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
      select m.name as "table", p.name as "column" from sqlite_master m, pragma_table_info(m.name) p
      where m.type = 'table' and p.pk > 0 order by m.name, p.pk`.execute(tablesOf(app.service.context.db.read));
  const found = Object.groupBy(rows, ({ table }) => table);
  const columns = Object.keys(primaryKeys).map((table) => [table, found[table]?.map(({ column }) => column)]);
  expect(Object.fromEntries(columns)).toEqual(primaryKeys);
});

it('put each table after those that it refers to', async () => {
  const order: string[] = tablesInOrder();
  expect([...order].sort()).toEqual(Object.keys(referencingTables).sort());
  const { rows } = await sql<{ child: string; parent: string }>`
    select m.name as child, f."table" as parent from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table'`.execute(tablesOf(app.service.context.db.read));
  expect(rows.length).toBeGreaterThan(30);
  for (const { child, parent } of rows) {
    expect(order.indexOf(child), `${child} after ${parent}`).toBeGreaterThan(order.indexOf(parent));
  }
});
