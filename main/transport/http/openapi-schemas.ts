import type { CreateDocumentOptions, createDocument } from 'zod-openapi';
import type { operations } from '#shared/contract/index.ts';
import { upperAscii } from '#shared/text-input/ascii-case.ts';

type Operation = (typeof operations)[number]['operation'];

/** Formats that say all that zod's own pattern for them says. */
const saidByFormat: readonly string[] = ['date-time', 'date', 'ipv4', 'ipv6', 'uri', 'email'];

/**
 * Whether the expressions of RE2, Java, .NET, Python and of JavaScript without the `u` flag mean the same: no lookaround,
 * no property of characters, no reference back, and no repetition of hundreds.
 */
export const isPortable = (pattern: string): boolean => !/\(\?[=!<]|\\[pPkbB1-9]|\{(?:\d+,)?\d{3,}\}/.test(pattern);

/**
 * How the contract's schemas are written. An answer may get more fields in a later version, so its objects are open
 * (DECISION 0314). A pattern that other languages refuse, or take for another one, is left to the description.
 */
export const override: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  const { pattern, format } = jsonSchema;
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  if (pattern !== undefined && (saidByFormat.includes(String(format)) || !isPortable(pattern))) {
    delete jsonSchema.pattern;
  }
};

/** Beside a reference stands what it says of this use: not that the object is closed, which the override doesn't see there. */
const openReferences = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  if ('$ref' in value && 'additionalProperties' in value) delete value.additionalProperties;
  for (const part of Object.values(value)) openReferences(part);
};

type Content = { schema?: object } | undefined;

const nameOf = (operation: Operation, end: string): string =>
  upperAscii(operation.id.slice(0, 1)) + operation.id.slice(1) + end;

/** Gives the body of each request and of each success a name, so that generated clients have one that stays. */
export const nameBodies = (document: ReturnType<typeof createDocument>, operations: readonly Operation[]): void => {
  const schemas = document.components?.schemas ?? {};
  openReferences(schemas);
  const name = (content: Content, as: string): void => {
    if (content?.schema === undefined || '$ref' in content.schema) return;
    schemas[as] = content.schema;
    content.schema = { $ref: `#/components/schemas/${as}` };
  };
  const described = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path as object));
  for (const operation of operations) {
    const { requestBody, responses } = described.find(({ operationId }) => operationId === operation.id);
    name(requestBody?.content['application/json'], nameOf(operation, 'Request'));
    for (const status of Object.keys(responses)) {
      name(responses[status].content?.['application/json'], nameOf(operation, 'Response'));
    }
  }
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  document.components = { ...document.components, schemas: Object.fromEntries(sorted) };
};
