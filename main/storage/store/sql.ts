import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely';

/**
 * A whole number that the database computed. Drivers return such numbers as numbers, strings or bigints.
 * @throws RangeError if it isn't a whole number, or not exact as a number.
 */
export const toInteger = (value: unknown): number => {
  const isNumeric = ['number', 'bigint'].includes(typeof value) || (typeof value === 'string' && value !== '');
  const integer = isNumeric ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(integer)) throw new RangeError(`${value} is not an exact whole number`);
  return integer;
};

/** A count selects no columns: a server would refuse them, where the embedded engine shows those of any row. */
type Unselected<Row> = Record<never, never> extends Row ? unknown : never;

/** How many rows a query finds, before it selects columns. */
export const countOf = async <DB, Tables extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Tables, Row> & Unselected<Row>,
): Promise<number> => {
  const row: object = await query.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return toInteger('count' in row ? row.count : undefined);
};

/** The sum that a query selects as `sum`. 0 without rows. */
export const sumOf = async <DB, Tables extends keyof DB>(
  query: SelectQueryBuilder<DB, Tables, { sum: unknown }>,
): Promise<number> => {
  const { sum } = await query.executeTakeFirstOrThrow();
  return toInteger(sum ?? 0);
};

interface Change {
  executeTakeFirstOrThrow(): Promise<InsertResult | UpdateResult | DeleteResult>;
}

/** Executes an insert, update or delete. Returns how many rows it affected. */
export const changedRows = async (change: Change): Promise<number> => {
  const result = await change.executeTakeFirstOrThrow();
  if ('numUpdatedRows' in result) return toInteger(result.numUpdatedRows);
  if ('numDeletedRows' in result) return toInteger(result.numDeletedRows);
  return toInteger(result.numInsertedOrUpdatedRows ?? 0);
};

/** Executes a conditional write. True for the one caller whose write affected the row. */
export const changedOne = async (change: Change): Promise<boolean> => (await changedRows(change)) === 1;

/** Whether a text can be an ID. Anyone may send anything in its place, and a server refuses texts with zeros. */
export const canBeId = (text: string): boolean => /^[\w-]+$/.test(text);
