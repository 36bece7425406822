import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type OperationSpec, pathParameters } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type FieldProblem, fieldError } from '#shared/texts/field-reasons.ts';
import type { InputSource } from '../invoke.ts';
import type { BodyReader } from './read-body.ts';

/** Unwraps optional and default fields. */
const innermost = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? innermost(schema.unwrap() as z.ZodType)
    : schema;

const membersOf = (schema: z.ZodType): readonly unknown[] => (schema instanceof z.ZodUnion ? schema.options : [schema]);

/**
 * Builds an operation's input from the path plus the query (GET) or the body. Converts query text to a number, a
 * boolean or a list if the contract asks for one, and leaves all other validation to the contract. Refuses what it doesn't know, in a
 * query as in a body: a misspelled filter would answer other rows than were asked for.
 */
export const inputReader = (
  operation: OperationSpec,
  readBody: BodyReader,
): ((request: FastifyRequest) => InputSource) => {
  const inPath = new Set(pathParameters(operation));
  const { shape } = operation.input;
  const accepts = (name: string, kind: typeof z.ZodNumber | typeof z.ZodBoolean | typeof z.ZodArray): boolean =>
    membersOf(innermost(shape[name] as z.ZodType)).some((schema) => schema instanceof kind);
  const isQueryField = ([name]: [string, unknown]): boolean => Object.hasOwn(shape, name) && !inPath.has(name);
  const fromQuery = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value !== 'string') return [name, value];
    // A list of one looks like a value.
    if (accepts(name, z.ZodArray)) return [name, [value]];
    if (/^-?\d+$/.test(value) && accepts(name, z.ZodNumber)) return [name, Number(value)];
    return [name, /^(true|false)$/.test(value) && accepts(name, z.ZodBoolean) ? value === 'true' : value];
  };
  const refuse = (unknown: string | undefined): void => {
    if (unknown !== undefined) throw invalid(unknown, 'unrecognized_keys', { reason: 'unknown_field' });
  };
  const fieldsOf = (body: unknown): [string, unknown][] => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw invalid('', 'invalid_type', { reason: 'wrong_type', params: { expected: 'object' } });
    }
    refuse(Object.keys(body).find((name) => inPath.has(name)));
    return Object.entries(body);
  };
  const isGet = operation.http.method === 'GET';
  const ignoresUnknown = operation.query === 'open' || operation.body === 'ignored';
  return (request) => ({
    tenantId: async () => (request.params as { tenant_id?: string }).tenant_id,
    read: async () => {
      const query = Object.entries(request.query as object);
      const known = isGet ? query.filter(isQueryField) : [];
      if (!ignoresUnknown) refuse(query.find((field) => !known.includes(field))?.[0]);
      const sent = isGet ? known.map(fromQuery) : fieldsOf((await readBody(request, operation)) ?? {});
      return Object.fromEntries([...sent, ...Object.entries(request.params as object)]);
    },
  });
};

const invalid = (path: string, code: string, problem: FieldProblem): AppError =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError(path, problem, code)] });
