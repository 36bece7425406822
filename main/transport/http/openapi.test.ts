import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { operations } from '#shared/contract/index.ts';
import { serviceScopeOf } from '#shared/contract/operation.ts';
import { eventTypes } from '#shared/texts/event-types.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  operationId: string;
  security: object[];
  'x-castellan-extension'?: boolean;
  requestBody?: { required: boolean; content: Record<string, { schema: { $ref: string } }> };
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { content: Record<string, unknown> }>;
}
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[] }> };
};

/** Method and path of the nineteen rows of seed 000 §4. */
const seedRows = [
  'post /api/v1/auth/signup',
  'post /api/v1/auth/login',
  'post /api/v1/auth/logout',
  'get /api/v1/auth/verify-email',
  'post /api/v1/auth/resend-verification',
  'post /api/v1/auth/forgot-password',
  'post /api/v1/auth/reset-password',
  'post /api/v1/auth/change-password',
  'get /api/v1/users/me',
  'put /api/v1/users/me',
  'post /api/v1/users/me/change-email',
  'post /api/v1/tenants/{tenant_id}/invitations',
  'get /api/v1/tenants/{tenant_id}/users',
  'put /api/v1/tenants/{tenant_id}/users/{user_id}',
  'delete /api/v1/tenants/{tenant_id}/users/{user_id}',
  'post /api/v1/auth/refresh',
  'get /api/v1/auth/sessions',
  'delete /api/v1/auth/sessions/{session_id}',
  'delete /api/v1/users/me',
];

const text = JSON.stringify(openApiDocument());
const document = JSON.parse(text) as Document;

const described = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );

/** The fields that the body of a request has to have. */
const neededInBody = (operation: Operation | undefined): readonly string[] => {
  const reference = operation?.requestBody?.content['application/json']?.schema.$ref;
  return document.components.schemas[reference?.split('/').at(-1) ?? '']?.required ?? [];
};

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('is reported as invalid if an operation lacks its responses', async () => {
    const broken = JSON.parse(text) as Document;
    Object.assign(broken.paths['/api/v1/users/me']?.get ?? {}, { responses: [] });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('describes every operation once, by its id', () => {
    expect(
      described()
        .map(([, { operationId }]) => operationId)
        .sort(),
    ).toEqual(operations.map(({ operation }) => operation.id).sort());
  });

  it('marks exactly the operations beyond the seed as extensions', () => {
    const ofSeed = described().filter(([, operation]) => !('x-castellan-extension' in operation));
    expect(ofSeed.map(([key]) => key).sort()).toEqual([...seedRows].sort());
    const extensions = described().filter(([key]) => !seedRows.includes(key));
    expect(extensions.every(([, operation]) => operation['x-castellan-extension'] === true)).toBe(true);
    expect(extensions.length).toBe(operations.length - seedRows.length);
  });

  it('requires the confirmation and the password to delete an account', () => {
    expect(neededInBody(document.paths['/api/v1/users/me']?.delete)).toEqual(['confirmation', 'password']);
  });

  it('requires exactly the fields that the service does not do without', () => {
    const seen: string[] = [];
    for (const { operation } of operations) {
      const entry = described().find(([, { operationId }]) => operationId === operation.id)?.[1];
      const inBody = neededInBody(entry);
      if (entry?.requestBody)
        expect([operation.id, entry.requestBody.required]).toEqual([operation.id, inBody.length > 0]);
      const inUrl = (entry?.parameters ?? []).filter(({ required }) => required).map(({ name }) => name);
      const needed = Object.entries(operation.input.shape)
        .filter(([, field]) => !field.safeParse(undefined).success)
        .map(([name]) => name);
      expect([operation.id, [...inBody, ...inUrl].sort()]).toEqual([operation.id, needed.sort()]);
      seen.push(...needed);
    }
    expect(seen.length).toBeGreaterThan(100);
  });

  it('lists 413, 415, 429, 500 and 503 where they can come, and leaves 405 to the other methods of a path', () => {
    for (const { operation } of operations) {
      const entry = described().find(([, { operationId }]) => operationId === operation.id)?.[1];
      const statuses = Object.keys(entry?.responses ?? {});
      const readsBody = operation.http.method !== 'GET' && operation.body !== 'ignored';
      const isLimited = operation.throttle !== undefined || operation.errors.includes('CURRENT_PASSWORD_INVALID');
      expect([
        operation.id,
        ...['405', '413', '415', '429', '500', '503'].map((status) => statuses.includes(status)),
      ]).toEqual([
        operation.id,
        false,
        readsBody,
        readsBody,
        isLimited || operation.errors.some((key) => key === 'ACCOUNT_LOCKED' || key === 'MAIL_QUOTA_REACHED'),
        true,
        true,
      ]);
    }
    expect(text).toContain('405 METHOD_NOT_ALLOWED');
  });

  it('lists errors of sign-in, credentials, bodies and limits for the operations that can return them', () => {
    const codes = (operationId: string): string => {
      const entry = described().find(([, operation]) => operation.operationId === operationId)?.[1];
      return JSON.stringify(entry?.responses);
    };
    for (const id of ['login', 'resetPassword', 'restoreAccount']) {
      expect([id, codes(id).includes('SECOND_FACTOR_REQUIRED')]).toEqual([id, true]);
    }
    for (const id of ['syncServers', 'createApiKey']) {
      for (const code of ['VALIDATION_FAILED', 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']) {
        expect([id, code, codes(id).includes(code)]).toEqual([id, code, true]);
      }
    }
    for (const code of ['VALIDATION_FAILED', 'BODY_TOO_LARGE']) expect(codes('logout')).not.toContain(code);
    for (const code of ['HOST_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED', 'STORAGE_FULL', 'INTERNAL', 'BUSY']) {
      expect(codes('getMe')).toContain(code);
    }
    expect(codes('createApiKey')).toContain('ACCOUNT_LOCKED');
    expect(codes('getMe')).toContain('VALIDATION_FAILED');
  });

  it('documents the body of DELETE, and problems with their media type', () => {
    const remove = document.paths['/api/v1/users/me']?.delete;
    expect(remove?.requestBody?.required).toBe(true);
    for (const [key, { responses }] of described()) {
      for (const [status, response] of Object.entries(responses)) {
        if (status === '304') continue;
        const type = status.startsWith('2') ? 'application/json' : 'application/problem+json';
        expect(Object.keys(response.content), `${key} ${status}`).toEqual([type]);
      }
    }
  });

  it('takes the fields of a read from its URL, and all others from the path and the body', () => {
    for (const [key, { parameters = [], requestBody }] of described()) {
      const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      if (key.startsWith('get ')) expect([key, requestBody]).toEqual([key, undefined]);
      else expect([key, inQuery]).toEqual([key, []]);
    }
  });

  it('says what each parameter and each field of a body is', () => {
    const document = openApiDocument();
    const silent: string[] = [];
    for (const [key, { parameters = [], requestBody }] of described()) {
      const name = requestBody?.content['application/json']?.schema.$ref.split('/').at(-1) ?? '';
      const { properties = {} } = (document.components?.schemas?.[name] ?? {}) as {
        properties?: Record<string, object>;
      };
      const fields = [
        ...Object.entries(properties),
        ...parameters.map((parameter) => [parameter.name, parameter] as const),
      ];
      for (const [field, schema] of fields) if (!('description' in schema)) silent.push(`${key} ${field}`);
    }
    expect(silent).toEqual([]);
  });

  it('requires a token exactly where one is read', () => {
    for (const { operation } of operations) {
      const entry = described().find(([, { operationId }]) => operationId === operation.id)?.[1];
      expect(entry?.security[0], operation.id).toEqual(operation.auth === 'none' ? undefined : { bearer: [] });
    }
  });

  it('names the token of a service account, and its scope, exactly where one is taken', () => {
    for (const { operation } of operations) {
      const entry = described().find(([, { operationId }]) => operationId === operation.id)?.[1];
      const scope = serviceScopeOf(operation);
      // Whoever asks who it is needs none.
      const ways = scope === undefined ? [] : [{ client_credentials: scope === 'none' ? [] : [scope] }];
      expect(entry?.security.slice(1), operation.id).toEqual(ways);
    }
  });

  it('declares no way to call it that no operation takes, and no scope either', () => {
    const { components } = openApiDocument();
    const ways = described().flatMap(([, { security }]) => security.flatMap((way) => Object.entries(way as object)));
    expect([...new Set(ways.map(([name]) => name))].sort()).toEqual(
      Object.keys(components?.securitySchemes ?? {}).sort(),
    );
    const scheme = components?.securitySchemes?.client_credentials as {
      flows: { clientCredentials: { scopes: object } };
    };
    const scopes = new Set(ways.flatMap(([, scopes]) => scopes as string[]));
    expect([...scopes].sort()).toEqual(Object.keys(scheme.flows.clientCredentials.scopes).sort());
  });

  it('describes every event that a webhook can get', () => {
    const { webhooks = {} } = openApiDocument();
    expect(Object.keys(webhooks)).toEqual([...eventTypes]);
    expect(webhooks['member.joined']?.post?.description).toContain('`acceptInvitation`: Joined the organization.');
  });
});
