import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import { AppError } from '#shared/errors.ts';
import { type FieldProblem, fieldError } from '#shared/field-reasons.ts';

/** Unwraps optional and default fields. */
const innermost = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? innermost(schema.unwrap() as z.ZodType)
    : schema;

/**
 * Builds an operation's input from the path plus the query (GET) or the body. Converts query text to a number if the
 * contract asks for one, and leaves all other validation to the contract.
 */
export const inputReader = (operation: OperationSpec): ((request: FastifyRequest) => Record<string, unknown>) => {
  const inPath = new Set(pathParameters(operation));
  const isNumber = (name: string): boolean => {
    const field = operation.input.shape[name] as z.ZodType | undefined;
    return field !== undefined && innermost(field) instanceof z.ZodNumber;
  };
  const fromQuery = ([name, value]: [string, unknown]): [string, unknown] =>
    isNumber(name) && typeof value === 'string' && /^-?\d+$/.test(value) ? [name, Number(value)] : [name, value];
  return (request) => {
    const source = operation.http.method === 'GET' ? request.query : (request.body ?? {});
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      throw invalid('', 'invalid_type', { reason: 'wrong_type', params: { expected: 'object' } });
    }
    const fields = Object.entries(source);
    const twice = fields.find(([name]) => inPath.has(name));
    if (twice) throw invalid(twice[0], 'unrecognized_keys', { reason: 'unknown_field' });
    const sent = operation.http.method === 'GET' ? fields.map(fromQuery) : fields;
    return Object.fromEntries([...sent, ...Object.entries(request.params as object)]);
  };
};

const invalid = (path: string, code: string, problem: FieldProblem): AppError =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError(path, problem, code)] });
