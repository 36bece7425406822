import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { findOrganization } from './find.ts';
import { type OperationName, operations } from './operations.ts';
import { runOperation } from './run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
beforeAll(async () => {
  await run('owner create', { email: 'anna@münchen.de', name: 'Anna', company: 'Acme' });
});

const run = (name: OperationName, input: object) =>
  runOperation(app.service.context, name, input, { emit: async () => {}, body: (async function* () {})() });

/** Fields of operations that name an account. */
const accountFields = ['user', 'from'] as const;
const cases = Object.entries(operations).flatMap(([name, { input }]) =>
  accountFields
    .filter((field) => input instanceof z.ZodObject && field in input.shape)
    .map((field): [OperationName, string] => [name as OperationName, field]),
);
/** What else they need. None of it changes the account in a way that would hide it. */
const others: Partial<Record<OperationName, object>> = {
  'user set-role': { role: 'owner' },
  'user set-email': { email: 'anna@münchen.de' },
  'organization transfer': { organization: 'Acme', user: 'anna@münchen.de' },
};

it('finds the operations that take an account', () => {
  expect(cases.length).toBeGreaterThan(12);
});

it.each(cases)('%s finds an account by its address, however it is written (--%s)', async (name, field) => {
  for (const address of ['anna@münchen.de', ' Anna@MÜNCHEN.de', 'ANNA@xn--mnchen-3ya.de', 'anna@mu\u0308nchen.de']) {
    const outcome = await run(name, { ...others[name], [field]: address }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(outcome).not.toMatch(/There is no user|Enter a valid|Required/);
  }
  await expect(run(name, { ...others[name], [field]: 'nobody@münchen.de' })).rejects.toThrow(
    'There is no user nobody@münchen.de',
  );
});

it('finds an organization by its ID, although another one has that ID for a name', async () => {
  const owner = await app.owner();
  const { tenantId: id } = await app.owner();
  await app.call(contract.organization.updateTenant, { tenant_id: owner.tenantId, name: id }, { token: owner.token });
  await expect(findOrganization(app.service.context.db.read, id)).resolves.toMatchObject({ id });
  await expect(findOrganization(app.service.context.db.read, owner.tenantId)).resolves.toMatchObject({ name: id });
});
