import { openApiDocument } from '../transport/http/openapi.ts';

/** Prints the OpenAPI document without opening or starting anything. */
export const openapi = async (): Promise<number> => {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  return 0;
};
