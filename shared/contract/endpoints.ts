import { z } from 'zod';
import { apiPrefix } from './http-names.ts';
import { operations } from './index.ts';
import { type HttpMethod, type OperationSpec, takesIdempotencyKey } from './operation.ts';

/** What a client needs to know of an operation to call it. */
export interface Endpoint {
  readonly method: HttpMethod;
  /** With its parameters in braces. */
  readonly path: string;
  /** Whether it takes an Idempotency-Key. */
  readonly keyed?: true;
  /** The field of its answer that has the rows, if it answers pages. */
  readonly rows?: string;
}

const rowsOf = ({ input, output }: OperationSpec): string | undefined => {
  if (!('cursor' in input.shape) || !(output instanceof z.ZodObject)) return undefined;
  return Object.keys(output.shape).find((name) => output.shape[name] instanceof z.ZodArray);
};

const endpointOf = (operation: OperationSpec): Endpoint => {
  const rows = rowsOf(operation);
  return {
    method: operation.http.method,
    path: apiPrefix + operation.http.path,
    ...(takesIdempotencyKey(operation) && { keyed: true }),
    ...(rows !== undefined && { rows }),
  };
};

/** Every operation as clients call it, by its ID. */
export const endpoints: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  operations.map(({ operation }) => [operation.id, endpointOf(operation)]),
);
