import { openApiDocument } from '../transport/http/openapi.ts';

/** Prints the OpenAPI document; nothing is opened or started. */
export const openapi = async (): Promise<number> => {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  return 0;
};
