import { type AliasedRawBuilder, type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchKey } from '#shared/text-input/text-keys.ts';

/**
 * Functions that each engine calls by another name. The query compilers in `engines/` write their own in place of these
 * names (DECISION 0160).
 */
export type PortableFunction =
  | 'database_bytes'
  | 'database_version'
  | 'joined_texts'
  | 'listed_items'
  | 'listed_texts'
  | 'rows_as_json'
  | 'text_position';

/** What an engine writes before and after the arguments of each portable function. */
export type FunctionTexts = Readonly<Record<PortableFunction, readonly [before: string, after: string]>>;

/** What an engine writes around the arguments of a function; undefined if every engine knows it by this name. */
export const textsOf = (functions: FunctionTexts, name: string): FunctionTexts[PortableFunction] | undefined =>
  Object.hasOwn(functions, name) ? functions[name as PortableFunction] : undefined;

const call = <Result>(name: PortableFunction, values: readonly Expression<unknown>[]): Expression<Result> =>
  expressionBuilder<never, never>().fn<Result>(name, [...values]);

/** Whether a column contains a text as it is. Wildcards have no meaning. */
export const includes = (column: Expression<string>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${call<number>('text_position', [column, sql.val(text)])} > 0`;

/** Whether a column of search keys contains that of a text. */
export const contains = (column: Expression<string>, text: string): RawBuilder<SqlBool> =>
  includes(column, searchKey(text));

/** Whether a column contains one of several texts, given as a JSON array: one parameter, however many they are. */
export const isListed = (column: Expression<string>, texts: Expression<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} ${call<string>('listed_texts', [texts])}`;

/** The items of a JSON array, as the rows of a table named `item` with one column, `value`. */
export const itemsOf = (list: Expression<string>): AliasedRawBuilder<{ value: string }, 'item'> =>
  sql<{ value: string }>`${call<string>('listed_items', [list])}`.as<'item'>(sql.ref('item'));

/** A text at an index of an item that is an array itself. */
export const textAt = (index: number): RawBuilder<string> => sql<string>`item.value ->> ${sql.lit(index)}`;

/** A whole number at an index of an item that is an array itself. */
export const integerAt = (index: number): RawBuilder<number> => sql<number>`cast(${textAt(index)} as bigint)`;

/** All rows as one JSON text: an array of arrays with the values of these columns. */
export const rowsAsJson = (columns: readonly string[]): RawBuilder<string> =>
  sql<string>`${call<string>(
    'rows_as_json',
    columns.map((column) => sql.ref(column)),
  )}`;

/** The texts of a column in all rows of a group, separated by commas, in no particular order. Null without rows. */
export const joinedTexts = (column: string): RawBuilder<string | null> =>
  sql<string | null>`${call<string | null>('joined_texts', [sql.ref(column)])}`;

/** A column that counts minutes, hours or days, in milliseconds. Some engines count no further than 2³¹ without the cast. */
export const inMs = (column: Expression<number | null>, unitMs: number): RawBuilder<number> =>
  sql<number>`cast(${column} as bigint) * ${unitMs}`;

/** The version of the engine, such as `3.50.4` of SQLite or `15.8` of PostgreSQL. */
export const engineVersion = (): RawBuilder<string> => sql<string>`${call<string>('database_version', [])}`;

/** The size of the database, in bytes. */
export const databaseSize = (): RawBuilder<unknown> => sql`${call<unknown>('database_bytes', [])}`;
