import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { addMember } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { listAddressesOf } from './account-deletion.ts';
import { updateUser } from './users.ts';

const app = perFile(() => createTestService());

it('a former address stays one of an account, unless a colleague has it now', async () => {
  const [owner, elsewhere] = [await app.owner('first@example.com'), await app.owner()];
  const { write, read } = app.service.context.db;
  for (const email of ['second@example.com', 'third@example.com', 'fourth@example.com']) {
    await updateUser(write, await storedUser(app, owner.id), { email, verification: 'mailbox' });
  }
  await addMember(app, owner.tenantId, { id: 'user_a', name: 'Colleague', email: 'first@example.com' });
  await addMember(app, elsewhere.tenantId, { id: 'user_b', name: 'Stranger', email: 'second@example.com' });
  const addresses = await listAddressesOf(read, await storedUser(app, owner.id));
  expect(addresses.sort()).toEqual(['fourth@example.com', 'second@example.com', 'third@example.com']);
});
