import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from './index.ts';
import { isRead, type OperationSpec, pathParameters } from './operation.ts';
import { profileFields } from './profile/fields.ts';

/** Seed 000 §4: number, method and path, required authentication, and fields. */
const seedRows: [number, string, OperationSpec['auth'], string[]][] = [
  [1, 'POST /auth/signup', 'none', ['company_name', 'email', 'name', 'password']],
  [2, 'POST /auth/login', 'none', ['email', 'password']],
  [3, 'POST /auth/logout', 'signed', []],
  [4, 'GET /auth/verify-email', 'none', ['token']],
  [5, 'POST /auth/resend-verification', 'none', ['email']],
  [6, 'POST /auth/forgot-password', 'none', ['email']],
  [7, 'POST /auth/reset-password', 'none', ['new_password', 'token']],
  [8, 'POST /auth/change-password', 'bearer', ['current_password', 'new_password']],
  [9, 'GET /users/me', 'bearer', []],
  [10, 'PUT /users/me', 'bearer', ['name', 'preferences']],
  [11, 'POST /users/me/change-email', 'bearer', ['new_email', 'password']],
  [12, 'POST /tenants/{tenant_id}/invitations', 'bearer', ['email', 'role', 'workspaces']],
  [13, 'GET /tenants/{tenant_id}/users', 'bearer', []],
  [14, 'PUT /tenants/{tenant_id}/users/{user_id}', 'bearer', ['role']],
  [15, 'DELETE /tenants/{tenant_id}/users/{user_id}', 'bearer', []],
  [16, 'POST /auth/refresh', 'none', ['refresh_token']],
  [17, 'GET /auth/sessions', 'bearer', []],
  [18, 'DELETE /auth/sessions/{session_id}', 'bearer', []],
  [19, 'DELETE /users/me', 'bearer', ['confirmation', 'password']],
];

/** Our own fields besides the seed's, by number. A client that only knows the seed must not need them. */
const ownFields: Readonly<Record<number, string[]>> = {
  1: ['preferences', 'setup_token'],
  2: ['sign_in_slug'],
  8: ['keep_api_keys'],
  12: ['guest', 'workspace_role'],
  10: profileFields.filter((field) => field !== 'name'),
};

const operationOf = (number: number): OperationSpec => {
  const row = operations.find(({ operation }) => operation.seed === `000 §4 #${number}`);
  if (!row) throw new Error(`No operation has the number ${number}`);
  return row.operation;
};

const sentFields = (operation: OperationSpec): string[] =>
  Object.keys(operation.input.shape)
    .filter((name) => !pathParameters(operation).includes(name))
    .sort();

describe('the operations of the seed', () => {
  it('all exist exactly once', () => {
    const seen = operations.flatMap(({ operation }) => (operation.seed ? [operation.seed] : [])).sort();
    expect(seen).toEqual(seedRows.map(([number]) => `000 §4 #${number}`).sort());
  });

  it.each(seedRows)('#%i is %s, %s', (number, endpoint, auth, sent) => {
    const operation = operationOf(number);
    expect([`${operation.http.method} ${operation.http.path}`, operation.auth]).toEqual([endpoint, auth]);
    // A list may have more query fields than the seed. Everything else has exactly the seed's fields.
    const own = ownFields[number] ?? [];
    if (number !== 13) expect(sentFields(operation)).toEqual([...sent, ...own].sort());
    for (const name of own) expect(operation.input.shape[name]?.safeParse(undefined).success).toBe(true);
  });
});

describe.each(operations.map(({ name, operation }) => [name, operation] as const))('%s', (name, operation) => {
  it('has a throttle, or says why it needs none, if anyone may call it', () => {
    const { auth, throttle, unthrottled } = operation;
    expect([throttle, unthrottled].filter(Boolean)).toHaveLength(auth === 'none' ? 1 : throttle ? 1 : 0);
    // Whatever writes or answers a secret is limited.
    if (unthrottled === 'cheap') expect(isRead(operation)).toBe(true);
  });

  it('has its name as its id, and no other operation has the same', () => {
    expect(operation.id).toBe(name);
    expect(operations.filter((other) => other.operation.id === name)).toHaveLength(1);
  });

  it('has every path parameter in its input, as required text', () => {
    for (const parameter of pathParameters(operation)) {
      const schema = operation.input.shape[parameter] as z.ZodType;
      expect(schema.safeParse('x').success).toBe(true);
      for (const missing of ['', undefined, null, 1]) expect(schema.safeParse(missing).success).toBe(false);
    }
  });

  it('names a permission exactly if it requires credentials', () => {
    expect(operation.allow !== undefined).toBe(operation.auth !== 'none');
  });

  it('has a closed output shape', () => {
    expect(operation.output).toBeInstanceOf(z.ZodObject);
    expect((operation.output as z.ZodObject).def.catchall).toBeInstanceOf(z.ZodNever);
  });

  it('answers 201 where it creates something that the answer describes, and 200 otherwise', () => {
    const creates = [
      'signup',
      'inviteMember',
      'addPasskey',
      'createApiKey',
      'rollApiKey',
      'createWorkspace',
      'createGroup',
      'createApplication',
      'createCustomRole',
      'createEventDestination',
      'addInvoice',
      'addIpAddress',
      'createUpgradeQueue',
      'requestApproval',
      'startUpgradeRun',
      'createSampleTenant',
      'enterSampleTenant',
      'createServiceAccount',
      'createServiceAccountKey',
      'rollServiceAccountKey',
    ];
    expect(operation.http.status).toBe(creates.includes(name) ? 201 : 200);
  });

  it('takes no secret in a URL, where proxies log it', () => {
    const secrets = Object.keys(operation.input.shape).filter((field) =>
      /token|password|secret|^code$|key$/.test(field),
    );
    // The seed prescribes GET for verifyEmail; the console sends it as a mutation.
    if (operation.http.method === 'GET' && name !== 'verifyEmail') expect(secrets).toEqual([]);
  });

  it('is a read exactly if it is a GET, with few exceptions', () => {
    const exceptions = ['verifyEmail', 'lookupInvitation', 'lookupUndo'];
    const isException = exceptions.includes(name) || name.startsWith('startPasskey');
    expect(isRead(operation)).toBe((operation.http.method === 'GET') !== isException);
  });
});
