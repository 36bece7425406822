import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { fieldText } from '#shared/contract/field-texts.ts';
import { apiPrefix, oauthPrefix } from '#shared/contract/http-names.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, keyScopeOf, type OperationSpec, pathParameters, serviceScopeOf } from '#shared/contract/operation.ts';
import { serviceScopes } from '#shared/rules/permissions.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { version } from '../../platform/version.ts';
import type { BasePath } from './base-path.ts';
import { addExamples } from './openapi-examples.ts';
import { answerHeaders, requestHeaders, unchangedHeaders } from './openapi-headers.ts';
import { problemResponses } from './openapi-problem.ts';
import { nameBodies, override } from './openapi-schemas.ts';
import { featureTexts, operationText, successText } from './openapi-texts.ts';
import { openApiWebhooks } from './openapi-webhooks.ts';

const bearerDescription =
  'An access token, or an API key (castellan_…) on operations whose x-castellan-api-keys names one of its scopes.';

const clientCredentialsDescription =
  'How a service account gets access tokens for a client secret, which it then sends as bearer. Only with an https public URL.';

/** What access tokens of service accounts can be limited to. */
const clientScopes = Object.fromEntries(
  serviceScopes.map((scope) => [scope, `Operations whose x-castellan-api-keys is ${scope}`]),
);

/** What an operation can be called with: one of these. Service accounts may call it with a token that has its scope, if it needs one. */
const securityOf = (operation: OperationSpec): Record<string, string[]>[] => {
  if (operation.auth === 'none') return [];
  const scope = serviceScopeOf(operation);
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ client_credentials: scope === 'none' ? [] : [scope] }])];
};

/** A field says what it is. */
const describedIn =
  (operation: OperationSpec) =>
  ([name, field]: [string, z.core.$ZodType]): [string, z.ZodType] => {
    const schema = field as z.ZodType;
    const description = fieldText(operation, name);
    return [name, description === undefined ? schema : schema.meta({ description })];
  };

const describe = (feature: string, operation: OperationSpec): ZodOpenApiOperationObject => {
  const inPath = pathParameters(operation);
  const fields = Object.entries(operation.input.shape);
  const pathFields = fields.filter(([name]) => inPath.includes(name));
  const restFields = fields.filter(([name]) => !inPath.includes(name));
  const hasRest = restFields.length > 0;
  const isGet = operation.http.method === 'GET';
  const described = describedIn(operation);
  const body = z.strictObject(Object.fromEntries(restFields.map(described)));
  const success = {
    ...answerHeaders(operation),
    content: { 'application/json': { schema: operation.output } },
  };
  return {
    operationId: operation.id,
    tags: [feature],
    summary: operation.summary,
    description: operationText(operation),
    ...(operation.seed ? {} : { 'x-castellan-extension': true }),
    ...(operation.auth !== 'none' && { 'x-castellan-api-keys': keyScopeOf(operation) ?? 'refused' }),
    security: securityOf(operation),
    requestParams: {
      ...(inPath.length > 0 && { path: z.object(Object.fromEntries(pathFields.map(described))) }),
      ...(isGet && hasRest && { query: z.object(Object.fromEntries(restFields.map(described))) }),
      ...requestHeaders(operation),
    },
    ...(!isGet &&
      hasRest && {
        requestBody: { required: !body.safeParse({}).success, content: { 'application/json': { schema: body } } },
      }),
    responses: {
      [String(operation.http.status) as '200']: { description: successText(operation), ...success },
      ...(operation.unproven && {
        '202': {
          description: `The provider has not shown the result yet; \`state\` says what is being checked: ${operation.unproven.join(', ')}`,
          ...success,
        },
      }),
      ...(isQuery(operation) && {
        '304': { description: 'Nothing has changed since the answer in If-None-Match', ...unchangedHeaders },
      }),
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
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Castellan',
        version,
        description: [
          'Accounts, teams, sessions and workspaces of an organization. Timestamps are ISO 8601 in UTC.',
          'Unknown fields of a body or of a query are refused; responses get new fields in later versions.',
          'Any other method on one of these paths answers 405 METHOD_NOT_ALLOWED with an Allow header.',
        ].join(' '),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: `${basePath}/` }],
      tags: Object.entries(featureTexts).map(([name, description]) => ({ name, description })),
      paths,
      webhooks: openApiWebhooks(),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: bearerDescription },
          client_credentials: {
            type: 'oauth2',
            description: clientCredentialsDescription,
            flows: { clientCredentials: { tokenUrl: `${basePath}${oauthPrefix}/token`, scopes: clientScopes } },
          },
        },
      },
    },
    { override },
  );
  nameBodies(
    document,
    operations.map(({ operation }) => operation),
  );
  addExamples(document);
  return document;
};
