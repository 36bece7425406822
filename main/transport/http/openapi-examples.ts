import type { createDocument } from 'zod-openapi';
import { byFormat, byName, type Value } from './openapi-example-values.ts';

/** A schema as the document has it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Value;
  readonly enum?: readonly Value[];
  readonly default?: Value;
  readonly anyOf?: readonly Schema[];
  readonly properties?: object;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  examples?: readonly Value[];
}

/** Texts in a form: amounts of money, their like, and times of a day. */
const forms: readonly string[] = ['9.99', '02:00', '2027-01', '19', 'EUR', 'web', 'en'];

const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));

const isTyped = (schema: Schema, value: Value): boolean => {
  const types = typesOf(schema);
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value);
};

/** Whether a value is one of a schema's, as far as examples go. */
const fits = (schema: Schema, value: Value): boolean => {
  if (schema.enum) return schema.enum.includes(value);
  if (!isTyped(schema, value)) return false;
  if (Array.isArray(value)) {
    return value.length >= (schema.minItems ?? 0) && value.every((item) => fits(schema.items ?? {}, item));
  }
  if (typeof value === 'number') return value >= (schema.minimum ?? value) && value <= (schema.maximum ?? value);
  if (typeof value !== 'string') return true;
  const { minLength = 0, maxLength = value.length, pattern, format } = schema;
  if (value.length < minLength || value.length > maxLength) return false;
  const sample = format === undefined ? undefined : byFormat[format];
  if (sample !== undefined) return ['@', 'T'].every((mark) => value.includes(mark) === sample.includes(mark));
  return pattern === undefined || new RegExp(pattern).test(value);
};

const ofSchema = (schema: Schema): Value | undefined => {
  const types = typesOf(schema);
  if (schema.format !== undefined && byFormat[schema.format] !== undefined) return byFormat[schema.format];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number'))
    return [1, schema.minimum ?? 0].find((one) => fits(schema, one));
  if (types.includes('string')) return ['text', ...forms].find((one) => fits(schema, one));
  if (types.includes('array')) {
    const item = schema.items && exampleOf('', schema.items);
    return item === undefined ? undefined : [item];
  }
  return undefined;
};

/** An example of a value; undefined if it is made of parts that have examples of their own. */
const exampleOf = (name: string, schema: Schema): Value | undefined => {
  if (schema.$ref !== undefined || schema.properties !== undefined) return undefined;
  if (schema.const !== undefined) return schema.const;
  const [member] = schema.anyOf ?? [];
  if (member) return exampleOf(name, member);
  const named = byName[name]?.find((value) => fits(schema, value));
  if (named !== undefined) return named;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  return ofSchema(schema);
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Puts the examples of a schema's parts together. */
const composed = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Value => {
  const [member] = schema.anyOf ?? [];
  if (schema.$ref !== undefined) return composed(schemas[schema.$ref.split('/').at(-1) as string] as Schema, schemas);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (member) return composed(member, schemas);
  if (schema.items) return [composed(schema.items, schemas)];
  const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(parts.map(([name, part]) => [name, composed(part, schemas)]));
};

type Content = Record<string, { schema: Schema; example?: Value }>;
interface Operation {
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}

/**
 * Gives each field and each parameter an example. A field that is made of others has those of its parts. Bodies have theirs as a
 * whole, too: some tools look nowhere else.
 */
export const addExamples = (document: ReturnType<typeof createDocument>): void => {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const give = (name: string, schema: Schema): void => {
    const example = exampleOf(name, schema);
    if (example !== undefined && schema.examples === undefined) schema.examples = [example];
  };
  const look = (value: unknown): void => {
    if (!isObject(value)) return;
    if (value.type === 'object' && isObject(value.properties)) {
      for (const [name, schema] of Object.entries(value.properties)) give(name, schema as Schema);
    }
    for (const part of Object.values(value)) look(part);
  };
  look(schemas);
  const describeBody = (content: Content | undefined): void => {
    const body = content?.['application/json'];
    if (body) body.example = composed(body.schema, schemas);
  };
  for (const path of Object.values(document.paths ?? {})) {
    for (const { parameters = [], requestBody, responses } of Object.values(path) as Operation[]) {
      for (const { name, schema } of parameters) give(name, schema);
      describeBody(requestBody?.content);
      for (const { content } of Object.values(responses)) describeBody(content);
    }
  }
};
