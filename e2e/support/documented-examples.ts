import type { openApiDocument } from '#main/transport/http/openapi.ts';

interface Schema {
  $ref?: string;
  const?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
}

/** Puts the examples of the OpenAPI document together, as generators and the reference do. */
export const documentedExamples = (document: ReturnType<typeof openApiDocument>) => {
  const schemas = document.components?.schemas as Record<string, Schema>;
  const example = (schema: Schema): unknown => {
    if (schema.$ref !== undefined) return example(schemas[schema.$ref.split('/').at(-1) as string] as Schema);
    if (schema.examples) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    const [member] = schema.anyOf ?? schema.oneOf ?? [];
    if (member) return example(member);
    if (schema.items) return [example(schema.items)];
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, example(part)]));
  };
  return example;
};
