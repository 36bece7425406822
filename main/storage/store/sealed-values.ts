import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from '../database/schema.ts';
import type { SealedText } from '../database/sealed-text.ts';
import { tablesOf } from '../database/tables.ts';
import { partsOf, type SealedColumn, type SealedRow, sealedColumns } from './sealed-columns.ts';
import { changedOne, countOf } from './sql.ts';

/** A sealed value. Its text begins with the ID of the key that sealed it, and a dot. */
export interface SealedValue<Name extends SealedColumn> {
  id: string | number;
  sealed: SealedText<Name>;
  /** With everything that the value is bound to. */
  row: SealedRow<Name>;
}

const isSealedBy = (column: string, kid: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`substr(${sql.ref(column)}, 1, ${kid.length + 1}) = ${`${kid}.`}`;

/** The table as one of those that a query may name: which one makes no difference to its types here. */
const named = (table: string) => table as 'mails';

/** How many values of a column a key has sealed. */
export const countSealed = (db: Queries, name: SealedColumn, kid: string): Promise<number> => {
  const [table, column] = partsOf(name);
  return countOf(tablesOf(db).selectFrom(named(table)).where(isSealedBy(column, kid)));
};

/** Values of a column that a key has sealed, after an ID, in order. */
export const sealedAfter = async <Name extends SealedColumn>(
  db: Queries,
  name: Name,
  kid: string,
  after: string | number | undefined,
  limit: number,
): Promise<SealedValue<Name>[]> => {
  const [table, column] = partsOf(name);
  const { id, place } = sealedColumns[name];
  const selected = [...new Set<string>([id, column, ...place])];
  const rows = await tablesOf(db)
    .selectFrom(named(table))
    .select(selected.map((each) => sql.ref(each).as(each)))
    .where(sql<SqlBool>`${sql.ref(column)} is not null`)
    .where(isSealedBy(column, kid))
    .$if(after !== undefined, (query) => query.where(sql<SqlBool>`${sql.ref(id)} > ${after}`))
    .orderBy(sql.ref(id))
    .limit(limit)
    .execute();
  // These are the columns of the definition.
  return rows.map((row) => ({ id: row[id], sealed: row[column], row }) as unknown as SealedValue<Name>);
};

/** Replaces a value, unless it was changed meanwhile. */
export const replaceSealed = <Name extends SealedColumn>(
  db: Queries,
  name: Name,
  { id, sealed: old }: SealedValue<Name>,
  sealed: SealedText<Name>,
): Promise<boolean> => {
  const [table, column] = partsOf(name);
  const key = sealedColumns[name].id;
  return changedOne(
    tablesOf(db)
      .updateTable(named(table))
      .set({ [column]: sealed })
      .where(sql<SqlBool>`${sql.ref(key)} = ${id}`)
      .where(sql<SqlBool>`${sql.ref(column)} = ${old}`),
  );
};
