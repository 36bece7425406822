import { describe, expect, it } from 'vitest';
import { operations } from '#shared/contract/index.ts';
import { openApiDocument } from './openapi.ts';

type Content = Record<string, { example: object }>;
interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: { examples?: unknown[] } }[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}

const described = Object.values(openApiDocument().paths ?? {}).flatMap((path) =>
  Object.values(path as object),
) as Described[];
const exampleIn = (content: Content | undefined): object | undefined => content?.['application/json']?.example;

describe.each(operations.map(({ operation }) => [operation.id, operation] as const))(
  'the examples of %s',
  (id, operation) => {
    const {
      parameters = [],
      requestBody,
      responses,
    } = described.find(({ operationId }) => operationId === id) as Described;

    it('are a request that the contract takes, and a response that it makes', () => {
      const inUrl = parameters
        .filter((one) => one.in !== 'header')
        .map(({ name, schema }) => [name, schema.examples?.[0]]);
      const request = { ...Object.fromEntries(inUrl), ...exampleIn(requestBody?.content) };
      expect(operation.input.safeParse(request).error?.issues, JSON.stringify(request)).toBeUndefined();
      const response = exampleIn(responses[String(operation.http.status)]?.content);
      expect(operation.output.safeParse(response).error?.issues, JSON.stringify(response)).toBeUndefined();
    });
  },
);
