/** What schemas of the OpenAPI document say, as far as a client notices. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}
export type Schemas = Readonly<Record<string, Schema>>;

/**
 * `sent`: what was valid must still be. `received`: a client that knows the earlier schema must find what it says, among
 * whatever else is there.
 */
export type Direction = 'sent' | 'received';

interface Side {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

const followed = ({ schema, schemas }: Side): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : (schemas[name] as Schema);
};

interface Alternative extends Schema {
  readonly type: string | undefined;
  /** Of the component that it is. */
  readonly name: string | undefined;
}

/** The schemas of which a value matches one, each with at most one type. */
const alternatives = (side: Side): Alternative[] => {
  const schema = followed(side);
  const name = nameOf(side.schema);
  const members = schema.anyOf ?? schema.oneOf;
  if (members) return members.flatMap((member) => alternatives({ ...side, schema: member }));
  const types = typeof schema.type === 'object' ? schema.type : [schema.type];
  return types.map((type) => ({ ...schema, type, name }));
};

const valuesOf = ({ const: value, enum: values }: Schema): readonly unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);

/** Bounds that a request may not be held to afterwards. */
const narrowed = (from: Schema, to: Schema): string[] => [
  ...(['minLength', 'minItems', 'minimum'] as const).filter(
    (name) => (to[name] ?? -Infinity) > (from[name] ?? -Infinity),
  ),
  ...(['maxLength', 'maxItems', 'maximum'] as const).filter(
    (name) => (to[name] ?? Infinity) < (from[name] ?? Infinity),
  ),
  ...(['pattern', 'format'] as const).filter((name) => to[name] !== undefined && to[name] !== from[name]),
];

/**
 * Why not everything that one schema describes is what the other describes: the earlier one of a request and the present one,
 * or the present one of a response and the earlier one.
 */
export const misfits = (
  from: Side,
  to: Side,
  direction: Direction,
  at: string,
  seen: readonly string[] = [],
): string[] => {
  const ofObjects = (one: Alternative, other: Alternative): string[] => {
    const pair = `${one.name} ${other.name}`;
    if (one.name !== undefined && seen.includes(pair)) return [];
    // What is the matter with a component is the same wherever it is used.
    const place = one.name ?? at;
    const [has, wants] = [one.properties ?? {}, other.properties ?? {}];
    const word = direction === 'sent' ? 'is required' : 'may be missing';
    const missing = (other.required ?? []).filter((name) => !one.required?.includes(name));
    const gone =
      direction === 'received' ? Object.keys(wants).filter((name) => !has[name] && !missing.includes(name)) : [];
    const refused =
      direction === 'sent' && other.additionalProperties === false
        ? Object.keys(has).filter((name) => !Object.hasOwn(wants, name))
        : [];
    const both = Object.keys(has).filter((name) => Object.hasOwn(wants, name));
    const [any, anyOther] = [one.additionalProperties, other.additionalProperties];
    return [
      ...missing.map((name) => `${place}.${name} ${word}`),
      ...gone.map((name) => `${place}.${name} is gone`),
      ...refused.map((name) => `${place}.${name} is refused`),
      ...both.flatMap((name) => inside(has[name], wants[name], `${place}.${name}`, [...seen, pair])),
      ...(typeof any === 'object' && typeof anyOther === 'object' ? inside(any, anyOther, `${place}.*`) : []),
    ];
  };
  const inside = (one: Schema = {}, other: Schema = {}, where: string, within = seen): string[] =>
    misfits({ ...from, schema: one }, { ...to, schema: other }, direction, where, within);

  const ofOne = (one: Alternative, other: Alternative): string[] => {
    const isWider = one.type === 'integer' && other.type === 'number';
    if (one.type !== other.type && other.type !== undefined && !isWider)
      return [`${at} is ${one.type}, not ${other.type}`];
    const [values, taken] = [valuesOf(one), valuesOf(other)];
    // A response may get values that it hasn't had.
    if (direction === 'sent' && taken) {
      const refused = values?.filter((value) => !taken.includes(value)) ?? ['any'];
      if (refused.length > 0) return [`${at} refuses ${refused.join(', ')}`];
    }
    if (direction === 'sent' && !values) {
      const bounds = narrowed(one, other);
      if (bounds.length > 0) return [`${at} has another ${bounds.join(', ')}`];
    }
    if (direction === 'received' && other.format !== undefined && one.format !== other.format) {
      return [`${at} has another format`];
    }
    if (one.type === 'array') return inside(one.items, other.items, `${at}[]`);
    return one.type === 'object' ? ofObjects(one, other) : [];
  };

  return alternatives(from).flatMap((one) => {
    const tries = alternatives(to).map((other) => ofOne(one, other));
    return tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
  });
};
