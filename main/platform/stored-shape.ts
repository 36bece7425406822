import { z } from 'zod';

declare const shape: unique symbol;
/** JSON text in the shape of that name. Only the {@link StoredShape} of that name writes it. */
export type StoredJson<Name extends string> = string & { readonly [shape]: Name };

/** A stored value that no longer has the shape that we store. Its message never contains the value. */
export class StoredValueError extends Error {
  override name = 'StoredValueError';
}

/** How values of one kind are stored as JSON. DECISION 0253: it belongs to what stores them, not to the API. */
export interface StoredShape<Name extends string, Value> {
  readonly name: Name;
  write(value: Value): StoredJson<Name>;
  /**
   * The value of the row with this id.
   * @throws StoredValueError that names the shape and the row
   */
  read(stored: StoredJson<Name>, id: string | number): Value;
  /** The value, or a fallback if it can't be read: for lists, where one bad row must not hide the others. */
  readOr<Fallback>(stored: StoredJson<Name>, fallback: Fallback): Value | Fallback;
}

/** An object that is stored again with changes: it keeps fields that a newer version has added. */
export const keptObject = <Fields extends z.ZodRawShape>(fields: Fields): z.ZodObject<Fields> =>
  z.looseObject(fields) as unknown as z.ZodObject<Fields>;

/** The version that a text says it has. One without a version has the first. */
const unversioned = (decoded: unknown): { version: unknown; content: unknown } => {
  if (typeof decoded !== 'object' || decoded === null || !Object.hasOwn(decoded, 'v')) {
    return { version: 1, content: decoded };
  }
  const { v, ...content } = decoded as Record<string, unknown>;
  return { version: v, content };
};

/**
 * A shape with a schema for each version, the first one first. Schemas of other versions than the written one convert
 * what they read. A field that is added needs no version, but a default.
 * @param writes the version to write, if the previous release can't read the last one yet (DECISION 0166)
 */
export const storedShape = <const Name extends string, Value>(
  name: Name,
  versions: readonly [z.ZodType<Value>, ...z.ZodType<Value>[]],
  writes: number = versions.length,
): StoredShape<Name, Value> => {
  const parse = (stored: string): { value: Value } | { problem: string } => {
    let decoded: unknown;
    try {
      decoded = JSON.parse(stored);
    } catch {
      return { problem: 'not JSON' };
    }
    const { version, content } = unversioned(decoded);
    const schema = typeof version === 'number' ? versions[version - 1] : undefined;
    if (!schema) return { problem: 'written by a newer version of Castellan' };
    const result = schema.safeParse(content);
    if (result.success) return { value: result.data };
    return { problem: result.error.issues.map(({ path, code }) => [...path, code].join('.')).join(', ') };
  };
  return {
    name,
    write: (value) => JSON.stringify(writes === 1 ? value : { ...value, v: writes }) as StoredJson<Name>,
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
