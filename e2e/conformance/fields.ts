import type { Fields } from './client.ts';
import { see } from './verdict.ts';

const types = {
  string: (value: unknown) => typeof value === 'string' && value !== '',
  'string, may be empty': (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  timestamp: (value: unknown) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
  decimal: (value: unknown) => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value),
  date: (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  'decimal or null': (value: unknown) => value === null || types.decimal(value),
  'string or null': (value: unknown) => value === null || typeof value === 'string',
} as const;

/** A type of the seeds' tables, or the values that a field may have. */
export type FieldType = keyof typeof types | readonly unknown[];

/** Field names with their types. Dots lead into objects: `user.email`. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

/** The value at a path. Undefined if there is none. */
const at = (fields: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Fields | undefined)?.[name], fields);

export const typeText = (type: FieldType): string =>
  typeof type === 'string' ? type : type.map((value) => JSON.stringify(value)).join(' or ');

/** @throws Failed unless the field is there and has its type. */
export const seeField = (fields: Fields, path: string, type: FieldType): void => {
  const value = at(fields, path);
  const fits = typeof type === 'string' ? types[type](value) : type.includes(value);
  see(fits, `${path} is ${JSON.stringify(value)?.slice(0, 80) ?? 'missing'}`);
};
