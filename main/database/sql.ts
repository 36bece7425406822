import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** The SQL that differs between engines, for SQLite. */

/** Whether a lower-cased column contains a text, in any case. Wildcards have no meaning. */
export const contains = (column: Expression<string>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`instr(${column}, ${text.toLowerCase()}) > 0`;

/** All rows as one JSON text: an array of arrays with the values of these columns. */
export const rowsAsJson = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`json_group_array(json_array(${sql.join(columns.map((column) => sql.ref(column)))}))`;
