import { misfits, type Schema, type Schemas } from './schema-fit.ts';

type Bodies = Readonly<Record<string, { readonly schema: Schema }>> | undefined;
interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-castellan-api-keys'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Bodies };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: Bodies }>>;
}
/** The parts of an OpenAPI document that clients depend on. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

const json = (content: Bodies): Schema | undefined => content?.['application/json']?.schema;

const parameterBreaks = (
  before: Operation,
  after: Operation,
  schemas: readonly [Schemas, Schemas],
  at: string,
): string[] => {
  const [known, present] = [before.parameters ?? [], after.parameters ?? []];
  const twin = (one: Parameter, all: readonly Parameter[]): Parameter | undefined =>
    all.find((other) => other.in === one.in && other.name === one.name);
  return [
    ...present
      .filter((one) => one.required && !twin(one, known)?.required)
      .map(({ name }) => `${at} ${name} is required`),
    ...known.flatMap((one) => {
      const now = twin(one, present);
      const where = `${at} ${one.name}`;
      if (!now) return [`${where} is gone`];
      return misfits(
        { schema: one.schema, schemas: schemas[0] },
        { schema: now.schema, schemas: schemas[1] },
        'sent',
        where,
      );
    }),
  ];
};

const bodyBreaks = (
  before: Operation,
  after: Operation,
  schemas: readonly [Schemas, Schemas],
  at: string,
): string[] => {
  const [known, present] = [json(before.requestBody?.content), json(after.requestBody?.content)];
  if (!present) return known ? [`${at} takes no body`] : [];
  // Who sent none sends an empty one.
  const empty: Schema = { type: 'object', properties: {} };
  return misfits(
    { schema: known ?? empty, schemas: schemas[0] },
    { schema: present, schemas: schemas[1] },
    'sent',
    `${at} body`,
  );
};

/** Each entry is another way to call it, so that another one breaks nothing. */
const securityBreaks = (before: Operation, after: Operation, at: string): string[] => {
  if (before.security.length === 0) return after.security.length === 0 ? [] : [`${at} requires credentials`];
  const isTaken = (name: string): boolean =>
    after.security.length === 0 || after.security.some((taken) => Object.hasOwn(taken, name));
  return before.security.flatMap((way) =>
    Object.keys(way).flatMap((name) => (isTaken(name) ? [] : [`${at} takes no ${name}`])),
  );
};

const answerBreaks = (
  before: Operation,
  after: Operation,
  schemas: readonly [Schemas, Schemas],
  at: string,
): string[] =>
  Object.entries(before.responses).flatMap(([status, known]) => {
    const present = after.responses[status];
    const where = `${at} ${status}`;
    if (!present) return status.startsWith('2') ? [`${where} is gone`] : [];
    const headers = Object.keys(known.headers ?? {}).filter((name) => !Object.hasOwn(present.headers ?? {}, name));
    const [schema, earlier] = [json(present.content), json(known.content)];
    return [
      ...headers.map((name) => `${where} header ${name} is gone`),
      ...(schema && earlier
        ? misfits({ schema, schemas: schemas[1] }, { schema: earlier, schemas: schemas[0] }, 'received', where)
        : []),
    ];
  });

/** What a client of an earlier document would trip over, each as one line. Additions are none (docs/api.md#compatibility). */
export const apiBreaks = (before: ApiDocument, after: ApiDocument): string[] => {
  const schemas = [before.components.schemas, after.components.schemas] as const;
  const breaks = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, known]) => {
      const at = known.operationId;
      const present = after.paths[path]?.[method];
      if (!present) return [`${at} is gone`];
      const [scope, earlierScope] = [present['x-castellan-api-keys'], known['x-castellan-api-keys']];
      return [
        ...(present.operationId === at ? [] : [`${at} is called ${present.operationId}`]),
        ...securityBreaks(known, present, at),
        ...(scope === earlierScope || earlierScope === 'refused' ? [] : [`${at} takes keys with ${scope}`]),
        ...parameterBreaks(known, present, schemas, at),
        ...bodyBreaks(known, present, schemas, at),
        ...answerBreaks(known, present, schemas, at),
      ];
    }),
  );
  return [...new Set(breaks)];
};
