import { z } from 'zod';
import { fieldText } from '#shared/contract/field-texts.ts';
import { operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { isSecretName } from '../../platform/redact.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Option } from '../command.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

const byId = new Map(operations.map(({ operation }) => [operation.id, operation as OperationSpec]));
export const operationIds: readonly string[] = [...byId.keys()];

/** @throws StartError if there is none */
export const operationOf = (id: string): OperationSpec => {
  const operation = byId.get(id);
  if (!operation) throw new StartError(`There is no operation ${id}. See castellan api list`);
  return operation;
};

const schemaOf = (field: z.ZodType): Schema => z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as Schema;

const membersOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(membersOf) ?? [schema];
const typesOf = (schema: Schema): Set<string> => new Set(membersOf(schema).flatMap(({ type = 'object' }) => type));

/** The fields of an operation by their flags: `tenant_id` is `--tenant-id`. */
const fieldsOf = ({ input }: OperationSpec): Map<string, [name: string, schema: Schema]> =>
  new Map(
    Object.entries(input.shape).map(([name, field]) => [
      name.replaceAll('_', '-'),
      [name, schemaOf(field as z.ZodType)] as const as [string, Schema],
    ]),
  );

const valueWord = (schema: Schema): string => {
  const members = membersOf(schema);
  const values = members.flatMap((member) => member.enum ?? (member.const === undefined ? [] : [member.const]));
  if (values.length > 0 && values.length <= 8) return values.join('|');
  const types = typesOf(schema);
  if (types.has('array')) return valueWord(members.find(({ items }) => items)?.items ?? {});
  if (types.has('boolean')) return 'true|false';
  if (types.has('string')) return 'TEXT';
  return types.has('integer') || types.has('number') ? 'NUMBER' : 'JSON';
};

/** Whether a call can't go without it. That of the organization can. */
const isRequired = (operation: OperationSpec, name: string): boolean =>
  name !== 'tenant_id' && !(operation.input.shape[name] as z.ZodType).safeParse(undefined).success;

/** The flags of an operation. */
export const flagsOf = (id: string): Readonly<Record<string, Option>> => {
  const operation = byId.get(id);
  if (!operation) return {};
  const options = [...fieldsOf(operation)].map(([flag, [name, schema]]): [string, Option] => {
    const text = fieldText(operation, name);
    const words = [
      ...(isRequired(operation, name) ? ['Required.'] : []),
      ...(name === 'tenant_id' ? ['By default, your own organization.'] : []),
      ...(typesOf(schema).has('array') ? ['May be given several times.'] : []),
      ...(text === undefined ? [] : [text.replace(/\.?$/, '.')]),
    ];
    return [flag, { value: valueWord(schema), help: words.join(' '), isList: true }];
  });
  return Object.fromEntries(options);
};

/** The field with the rows of a read without pages. */
export const listedBy = ({ http, output }: OperationSpec): string | undefined =>
  http.method === 'GET' && output instanceof z.ZodObject
    ? Object.keys(output.shape).find((name) => output.shape[name] instanceof z.ZodArray)
    : undefined;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The service says what is wrong with it.
    return text;
  }
};

const parsedField = (text: string, schema: Schema): unknown => {
  const types = typesOf(schema);
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  if ((types.has('integer') || types.has('number')) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (text === 'null' && types.has('null')) return null;
  return types.has('object') && /^[[{]/.test(text) ? parsed(text) : text;
};

/** What flags give an operation. Whether it is valid, the service knows. */
export const inputOf = (
  operation: OperationSpec,
  given: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> => {
  const fields = fieldsOf(operation);
  return Object.fromEntries(
    Object.entries(given).flatMap(([flag, texts]) => {
      const [name, schema] = fields.get(flag) ?? [];
      if (name === undefined || schema === undefined) return [];
      const [last = ''] = texts.slice(-1);
      if (!typesOf(schema).has('array')) return [[name, parsedField(last, schema)]];
      if (texts.length === 1 && (last.startsWith('[') || last === 'null')) return [[name, parsed(last)]];
      const items = membersOf(schema).find((member) => member.items)?.items ?? {};
      return [[name, texts.map((text) => parsedField(text, items))]];
    }),
  );
};

/** Whether who sees a flag of this name could act for someone. The code of a second factor still works for a moment. */
export const isSecretFlag = (flag: string): boolean => flag === 'code' || isSecretName(flag.replaceAll('-', '_'));
