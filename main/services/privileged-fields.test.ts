import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { operations } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { invoke } from '../transport/invoke.ts';

/** Fields that a caller may never set in addition to an operation's own, and names that are special to the language. */
const privileged = {
  role: 'owner',
  tenant_id: 'tnt_other',
  user_id: 'user_other',
  email_verified: true,
  status: 'active',
  password_hash: '$2b$10$x',
  created_at: 0,
  delete_at: null,
  constructor: { prototype: { role: 'owner' } },
  prototype: { role: 'owner' },
};
const names = [...Object.keys(privileged), '__proto__'];

/** Like a request body: parsed from text, where `__proto__` is a field like any other. */
const bodyWith = (name: string): Record<string, unknown> => {
  const value = name === '__proto__' ? { role: 'owner' } : privileged[name as keyof typeof privileged];
  return JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);
};

/** Straight to the guard: the transports drop unknown fields of queries, and the body of some operations, before. */
const call = (operation: OperationSpec, input: unknown): Promise<unknown> =>
  invoke(app.service.context, operation, input, {
    authorization: `Bearer ${owner.token}`,
    client: { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' },
  });

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
let snapshot: string;
const state = async () => {
  const { db } = app.service.context;
  const tables = ['users', 'tenants', 'sessions', 'one_time_tokens', 'invitations', 'workspaces', 'mails'] as const;
  return JSON.stringify(
    await Promise.all(tables.map((table) => tablesOf(db.read).selectFrom(table).selectAll().execute())),
  );
};
beforeAll(async () => {
  snapshot = await state();
});

describe.each(operations.map(({ name, operation }) => [name, operation] as const))('%s', (_name, operation) => {
  const extra = names.filter((name) => name === 'constructor' || !Object.hasOwn(operation.input.shape, name));

  it(`rejects ${extra.length} privileged fields by name, changes nothing and pollutes nothing`, async () => {
    expect(extra.length).toBeGreaterThanOrEqual(8);
    for (const name of extra) {
      const attempt = call(operation, bodyWith(name));
      const { errors = [] } = await failsWith(attempt, 'VALIDATION_FAILED');
      expect(errors).toContainEqual({
        path: name,
        code: 'unrecognized_keys',
        reason: 'unknown_field',
        message: 'Unknown field',
      });
    }
    expect(await state()).toBe(snapshot);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});
