import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { wireParams } from '#shared/contract/fields.ts';
import { apiPrefix, deviceHeader, idempotencyHeader, replayedHeader } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import {
  isQuery,
  keyScopeOf,
  type OperationSpec,
  pathParameters,
  signsIn,
  takesIdempotencyKey,
} from '#shared/contract/operation.ts';
import { possibleErrors } from '#shared/contract/possible-errors.ts';
import { stateReadOf } from '#shared/contract/state-read.ts';
import { providerErrorReasonNames } from '#shared/flows/provider-errors.ts';
import { refusalNames } from '#shared/flows/upgrade-actions.ts';
import { confirmationMethods, secondFactorMethods } from '#shared/rules/sign-in-methods.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { codeOf, type ErrorKey, endReasons, errors } from '#shared/texts/errors.ts';
import { fieldReasonNames } from '#shared/texts/field-reasons.ts';
import { reasonNames } from '#shared/texts/reasons.ts';
import { version } from '../../platform/version.ts';
import { idempotencyKeyLength } from '../parse-input.ts';
import type { BasePath } from './base-path.ts';
import { problemType } from './problem.ts';

const bearerDescription =
  'An access token, or an API key (castellan_…) on operations whose x-castellan-api-keys names one of its scopes.';

const idempotencyKey = z.string().min(1).max(idempotencyKeyLength).optional().meta({
  description:
    'Any text, new for each request. Sent again with it, the request is carried out once, and gets the same response for 24 hours. A response that shows a secret is not kept: then 409 says that the request was carried out.',
});

const replayed = z.literal('true').optional().meta({
  description: 'Only if this is the response that an earlier request with the same Idempotency-Key got.',
});

const deviceToken = z.string().optional().meta({
  description:
    'By which a device is known again. Send the one of the last sign-in, so that wrong passwords entered elsewhere do not delay this device. It lets no one in.',
});

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    success: z.literal(false),
    code: z.enum([...new Set((Object.keys(errors) as ErrorKey[]).map(codeOf))]),
    request_id: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string(),
          code: z.string(),
          reason: z.enum(fieldReasonNames),
          params: wireParams.optional(),
          message: z.string(),
        }),
      )
      .optional(),
    reason: z.enum([...reasonNames, ...endReasons]).optional(),
    params: wireParams.optional(),
    retry_after: z.int().optional().meta({ description: 'Seconds' }),
    scheduled_deletion: z.iso.datetime().optional(),
    restore_token: z.string().optional(),
    second_factor_token: z.string().optional(),
    second_factor_methods: z.array(z.enum(secondFactorMethods)).optional(),
    confirm_with: z.array(z.enum(confirmationMethods)).optional(),
    max_age_seconds: z.int().optional(),
    scope: z.string().optional(),
    candidates: z.array(z.object({ user_id: z.string(), name: z.string() })).optional(),
    allow: z.array(z.string()).optional(),
    etag: z.string().optional(),
    run_id: z.string().optional(),
    refusal: z.enum(refusalNames).optional(),
    provider_reason: z.enum(providerErrorReasonNames).optional(),
    provider_message: z.string().optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

/** What the headers of a refusal say, by its status. */
const problemHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  403: ['www-authenticate'],
  412: ['etag'],
  429: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  503: ['retry-after'],
};
const problemHeader: Readonly<Record<string, string>> = {
  'www-authenticate': 'Which credentials are missing (RFC 6750).',
  etag: 'What it is now.',
  'retry-after': 'Seconds until a retry makes sense.',
  ratelimit: 'The limit that was reached, and the seconds until it is reset (draft-ietf-httpapi-ratelimit-headers).',
  'ratelimit-policy': 'What limits the operation: requests (q) in seconds (w).',
};
const headersOf = (status: number) => {
  const names = problemHeaders[status] ?? [];
  const shape = names.map((name) => [name, z.string().optional().meta({ description: problemHeader[name] })]);
  return names.length > 0 ? { headers: z.object(Object.fromEntries(shape)) } : {};
};

const problemResponses = (operation: OperationSpec) => {
  const byStatus = Map.groupBy([...possibleErrors(operation)], (key) => errors[key].status);
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => [
      String(status) as `${1 | 2 | 3 | 4 | 5}${string}`,
      {
        description: keys.map((key) => `${codeOf(key)}: ${errors[key].title}`).join('. '),
        ...headersOf(status),
        content: { [problemType]: { schema: problem } },
      },
    ]),
  );
};

const location = z.string().meta({ description: 'Where to read what was created.' });
const etag = z
  .string()
  .meta({ description: 'Names this answer: send it in If-None-Match, or in If-Match of a change.' });
const ifNoneMatch = z.string().optional().meta({ description: 'The ETag that you have. 304 if nothing has changed.' });
const ifMatch = z.string().optional().meta({
  description:
    'The ETag of what you have read. 412, with the current one, if it was changed meanwhile: then nothing is.',
});

/** The headers that a request may have besides those of its credentials and its body. */
const requestHeaders = (operation: OperationSpec): { header?: z.ZodObject } => {
  const header = {
    ...(takesIdempotencyKey(operation) && { [idempotencyHeader]: idempotencyKey }),
    ...(signsIn(operation) && { [deviceHeader]: deviceToken }),
    ...(isQuery(operation) && { 'if-none-match': ifNoneMatch }),
    ...(stateReadOf(operation) && { 'if-match': ifMatch }),
  };
  return Object.keys(header).length > 0 ? { header: z.object(header) } : {};
};

/** The headers of a success. */
const answerHeaders = (operation: OperationSpec): { headers?: z.ZodObject } => {
  const headers = {
    ...(signsIn(operation) && { [deviceHeader]: deviceToken }),
    ...(takesIdempotencyKey(operation) && { [replayedHeader]: replayed }),
    ...(isQuery(operation) && { etag }),
    ...(operation.creates && { location }),
  };
  return Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {};
};

const describe = (feature: string, operation: OperationSpec): ZodOpenApiOperationObject => {
  const inPath = pathParameters(operation);
  const fields = Object.entries(operation.input.shape);
  const pathShape = z.object(Object.fromEntries(fields.filter(([name]) => inPath.includes(name))));
  const restFields = fields.filter(([name]) => !inPath.includes(name));
  const rest = z.strictObject(Object.fromEntries(restFields));
  const hasRest = restFields.length > 0;
  const isGet = operation.http.method === 'GET';
  return {
    operationId: operation.id,
    tags: [feature],
    summary: operation.summary,
    ...(operation.seed ? {} : { 'x-castellan-extension': true }),
    ...(operation.auth !== 'none' && { 'x-castellan-api-keys': keyScopeOf(operation) ?? 'refused' }),
    security: operation.auth === 'none' ? [] : [{ bearer: [] }],
    requestParams: {
      ...(inPath.length > 0 && { path: pathShape }),
      ...(isGet && hasRest && { query: rest }),
      ...requestHeaders(operation),
    },
    ...(!isGet && hasRest && { requestBody: { required: true, content: { 'application/json': { schema: rest } } } }),
    responses: {
      [String(operation.http.status) as '200']: {
        description: 'Done',
        ...answerHeaders(operation),
        content: { 'application/json': { schema: operation.output } },
      },
      ...(operation.unproven && {
        '202': {
          description: `The provider has not shown the result yet; \`state\` says what is being checked: ${operation.unproven.join(', ')}`,
          ...answerHeaders(operation),
          content: { 'application/json': { schema: operation.output } },
        },
      }),
      ...(isQuery(operation) && { '304': { description: 'Nothing has changed since the answer in If-None-Match' } }),
      ...problemResponses(operation),
    },
  };
};

/** The OpenAPI 3.1 document, derived from the contract. */
export const openApiDocument = (basePath: BasePath = '') => {
  const paths: ZodOpenApiPathsObject = {};
  for (const { feature, operation } of operations) {
    const path = apiPrefix + operation.http.path;
    paths[path] = { ...paths[path], [lowerAscii(operation.http.method)]: describe(feature, operation) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Castellan',
      version,
      description: [
        'Accounts, teams, sessions and workspaces of an organization. Timestamps are ISO 8601 in UTC.',
        'Unknown fields of a body or of a query are refused.',
        'Any other method on one of these paths answers 405 METHOD_NOT_ALLOWED with an Allow header.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${basePath}/` }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: bearerDescription },
      },
    },
  });
};
