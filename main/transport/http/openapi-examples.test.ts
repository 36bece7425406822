import { describe, expect, it } from 'vitest';
import { documentedExamples } from '#e2e/support/documented-examples.ts';
import { operations } from '#shared/contract/index.ts';
import { openApiDocument } from './openapi.ts';

interface Described {
  operationId: string;
  parameters?: { in: string; name: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

const document = openApiDocument();
const example = documentedExamples(document);
const described = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path as object)) as Described[];
const ofType = (content: Record<string, { schema: object }> | undefined): unknown =>
  content ? example(content['application/json']?.schema ?? {}) : {};

describe.each(operations.map(({ operation }) => [operation.id, operation] as const))(
  'the examples of %s',
  (id, operation) => {
    const {
      parameters = [],
      requestBody,
      responses,
    } = described.find(({ operationId }) => operationId === id) as Described;

    it('are a request that the contract takes, and a response that it makes', () => {
      const inUrl = parameters.filter((one) => one.in !== 'header').map(({ name, schema }) => [name, example(schema)]);
      const request = { ...Object.fromEntries(inUrl), ...(ofType(requestBody?.content) as object) };
      expect(operation.input.safeParse(request).error?.issues, JSON.stringify(request)).toBeUndefined();
      const response = ofType(responses[String(operation.http.status)]?.content);
      expect(operation.output.safeParse(response).error?.issues, JSON.stringify(response)).toBeUndefined();
    });
  },
);
