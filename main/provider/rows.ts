import type { z } from 'zod';
import { plainText } from './wire.ts';

/** DECISION 0113: lists are read row by row. A row that can't be read is reported, and hides no other. */

/** What is wrong with a row, or with a single object. */
export interface Unreadable {
  /** The first field that can't be parsed, such as `configoptions.0.name`. Null if it isn't an object. */
  field: string | null;
  /** What the field contains, shortened and without what may be a secret. Null if it's missing. */
  value: string | null;
}

/** An {@link Unreadable} in words, for logs and people. */
export const unreadableText = ({ field, value }: Unreadable): string => `${field ?? 'value'}: ${value ?? 'missing'}`;

/** The innermost issue: of a union, the one of the member that got furthest. */
const deepestPath = (issues: readonly z.core.$ZodIssue[]): PropertyKey[] => {
  const [issue] = issues;
  if (!issue) return [];
  const members = issue.code === 'invalid_union' ? issue.errors : [];
  const [furthest = []] = members.map(deepestPath).toSorted((one, other) => other.length - one.length);
  return [...issue.path, ...furthest];
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((member, key) => (member as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/** Anything this long and without spaces may be a secret, and so may what follows such a word. */
const secretLike = /[\w+/=.-]{24,}|\b(?:pass\w*|secret|token|\w*key)\s*[=:]\s*\S+/gi;

/** A value in words: texts and numbers shortened, objects by their kind only. The transport has removed the key. */
const shownValue = (value: unknown): string | null => {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return plainText(String(value).replaceAll(secretLike, '[…]'), 60);
  return Array.isArray(value) ? '[…]' : '{…}';
};

/** Names what a schema didn't accept in a value. */
export const describeUnreadable = (value: unknown, { issues }: z.ZodError): Unreadable => {
  const path = deepestPath(issues);
  return {
    field: path.length === 0 ? null : plainText(path.map(String).join('.'), 100),
    value: shownValue(valueAt(value, path)),
  };
};

/** A row that can't be read. */
export interface UnreadableRow extends Unreadable {
  /** Its place in the provider's list, from 1. */
  position: number;
  /** The row as the provider sent it. For its number and name only: never log or store it. */
  row: unknown;
}

/** Reads each row of a list on its own. */
export const readRows = <Row extends z.ZodType>(
  row: Row,
  list: readonly unknown[],
): { rows: z.output<Row>[]; unreadable: UnreadableRow[] } => {
  const results = list.map((value, index) => ({ value, position: index + 1, result: row.safeParse(value) }));
  return {
    rows: results.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: results.flatMap(({ value, position, result }) =>
      result.success ? [] : [{ position, ...describeUnreadable(value, result.error), row: value }],
    ),
  };
};
