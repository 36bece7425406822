import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '#shared/contract/index.ts';
import { openApiDocument } from './openapi.ts';
import { isPortable } from './openapi-schemas.ts';

interface Content {
  schema: { $ref?: string };
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; description?: string; schema: object }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

const document = openApiDocument();
const schemas = document.components?.schemas as Record<string, object>;
const described = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path as object)) as Operation[];

/** Every object in a part of the document. */
function* partsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* partsOf(part);
}

const referred = ($ref: string): string => $ref.split('/').at(-1) as string;
const bodies = (content: Record<string, Content> = {}): string[] =>
  Object.values(content).map(({ schema }) => referred(schema.$ref ?? 'inline'));

/** The named schemas that some of them are made of. */
const reached = (names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const { $ref } of partsOf(schemas[name])) if (typeof $ref === 'string') add(referred($ref));
  };
  names.forEach(add);
  return found;
};
const isClosed = (name: string): boolean =>
  [...partsOf(schemas[name])].some(({ additionalProperties }) => additionalProperties === false);

const requests = described.flatMap(({ requestBody }) => bodies(requestBody?.content));
const answers = described.flatMap(({ responses }) =>
  Object.values(responses).flatMap(({ content }) => bodies(content)),
);

describe('the schemas of the OpenAPI document', () => {
  it('have patterns that every language takes, and takes for the same', () => {
    const patterns = [...partsOf(document)].flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(50);
    for (const pattern of patterns) {
      expect([pattern, isPortable(pattern)]).toEqual([pattern, true]);
      expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')], pattern).not.toThrow();
    }
    const refused = [
      String.raw`^\P{Cc}*$`,
      '^(?!a)b',
      '(?<=a)b',
      '(?<a>b)',
      String.raw`(.)\1`,
      '^a{0,199}$',
      'a{1000}',
    ];
    expect(refused.filter(isPortable)).toEqual([]);
  });

  it('say in words what is left of a pattern that not every language takes', () => {
    const left = operations.flatMap(({ operation }) => {
      const written = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
      return [...partsOf(written)].filter(
        ({ pattern, format }) => typeof pattern === 'string' && format === undefined && !isPortable(pattern),
      );
    });
    expect(left.length).toBeGreaterThan(2);
    expect(left.filter(({ description }) => typeof description !== 'string')).toEqual([]);
  });

  it('have a name for the body of each request and each response', () => {
    expect([...requests, ...answers]).not.toContain('inline');
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
    const named = described.find(({ operationId }) => operationId === 'changeRole');
    expect(bodies(named?.requestBody?.content)).toEqual(['ChangeRoleRequest']);
    expect(bodies(named?.responses['200']?.content)).toEqual(['ChangeRoleResponse']);
  });

  it('are open in responses, which get more fields later, and closed in requests, whose unknown fields are refused', () => {
    expect([...reached(answers)].filter(isClosed)).toEqual([]);
    expect([...reached(requests)].filter((name) => reached(answers).has(name))).toEqual([]);
    expect(requests.filter((name) => !isClosed(name))).toEqual([]);
  });
});

describe('the words of the OpenAPI document', () => {
  it('say of each operation who may call it, what a success is, and what each parameter is', () => {
    for (const { operationId, description, parameters = [], responses } of described) {
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].description;
      expect([operationId, description, success]).toEqual([
        operationId,
        expect.stringMatching(/\.$/),
        expect.stringMatching(/^.{10,}\.$/),
      ]);
      expect([operationId, parameters.filter((one) => !one.description).map(({ name }) => name)]).toEqual([
        operationId,
        [],
      ]);
    }
    const words = (id: string) => described.find(({ operationId }) => operationId === id)?.description;
    expect(words('inviteMember')).toContain('Role: admin or owner. API keys: with the scope `team.manage`.');
    const givesRoles = ['changeRole', 'changeRoles', 'inviteMember', 'inviteMembers'];
    expect(
      described
        .filter(({ description }) => description.includes('Keys give the role `member` only.'))
        .map(({ operationId }) => operationId)
        .toSorted(),
    ).toEqual(givesRoles);
    expect(words('changePassword')).toContain('API keys are refused.');
    expect(words('login')).toBe('Anyone may call this; credentials are ignored.');
  });

  it('name no paper that readers do not have', () => {
    expect(JSON.stringify(document)).not.toMatch(/seed \d|§/);
  });
});
