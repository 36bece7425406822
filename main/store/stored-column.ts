import type { SelectType } from 'kysely';
import type { z } from 'zod';
import type { Schema } from '../database/schema.ts';

/** A stored value that no longer has the shape that we store. Its message never contains the value. */
export class StoredValueError extends Error {
  override name = 'StoredValueError';
}

/** Reads a column whose SQL type says less than its contents. */
export interface StoredColumn<Value> {
  /**
   * The value of the row with this id.
   * @throws StoredValueError that names the table, the column and the row
   */
  read(stored: string, id: string | number): Value;
  /** The value, or a fallback if it can't be read: for lists, where one bad row must not hide the others. */
  readOr<Fallback>(stored: string, fallback: Fallback): Value | Fallback;
}

type TextColumn<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: SelectType<Schema[Table][Column]> extends string | null ? Column : never;
}[keyof Schema[Table]] &
  string;

const column = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  decode: (stored: string) => unknown,
): StoredColumn<Value> => {
  const parse = (stored: string): { value: Value } | { problem: string } => {
    let decoded: unknown;
    try {
      decoded = decode(stored);
    } catch {
      return { problem: 'not JSON' };
    }
    const result = schema.safeParse(decoded);
    if (result.success) return { value: result.data };
    return { problem: result.error.issues.map(({ path, code }) => [...path, code].join('.')).join(', ') };
  };
  return {
    read(stored, id) {
      const parsed = parse(stored);
      if ('value' in parsed) return parsed.value;
      throw new StoredValueError(`${name} of ${id} can't be read: ${parsed.problem}`);
    },
    readOr(stored, fallback) {
      const parsed = parse(stored);
      return 'value' in parsed ? parsed.value : fallback;
    },
  };
};

/** A column that holds JSON. */
export const jsonColumn = <Table extends keyof Schema, Value>(
  table: Table,
  name: TextColumn<Table>,
  schema: z.ZodType<Value>,
): StoredColumn<Value> => column(`${table}.${name}`, schema, (stored) => JSON.parse(stored));

/** A text column whose values are narrower than its type. */
export const textColumn = <Table extends keyof Schema, Value>(
  table: Table,
  name: TextColumn<Table>,
  schema: z.ZodType<Value>,
): StoredColumn<Value> => column(`${table}.${name}`, schema, (stored) => stored);
