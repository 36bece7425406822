import { types } from 'pg';

/** Types that PostgreSQL numbers by these OIDs. */
const oids = { boolean: 16, int8: 20, numeric: 1700 } as const;

/** @throws RangeError for a number that isn't exact, which no column of ours holds */
const exactNumber = (text: string): number => {
  const number = Number(text);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
    throw new RangeError(`${text} is not exact as a number`);
  }
  return number;
};

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  // Flags are 0 or 1 in the whole service.
  [oids.boolean]: (text) => (text === 't' ? 1 : 0),
  [oids.int8]: exactNumber,
  [oids.numeric]: exactNumber,
};

/** Reads values as the embedded engine returns them: numbers as numbers, and conditions as 0 or 1. */
export const valueTypes: Pick<typeof types, 'getTypeParser'> = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? types.getTypeParser(oid, format as 'text'),
} as typeof types;

/** The values that a statement looks for, as one parameter. No column holds a list, so nothing else may send one. */
export class ValueList {
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.values = values;
  }

  /** Called by the driver. */
  toPostgres(): readonly unknown[] {
    return this.values;
  }
}

const isStorable = (value: unknown): boolean =>
  value === null ||
  ['string', 'bigint', 'boolean'].includes(typeof value) ||
  Number.isFinite(value) ||
  Buffer.isBuffer(value);

/** @throws TypeError for a value that would not be stored as is */
export const assertStorable = (value: unknown): void => {
  if (isStorable(value)) return;
  if (value instanceof ValueList && value.values.every(isStorable)) return;
  throw new TypeError(`A ${value instanceof Date ? 'Date' : typeof value} can't be stored`);
};
