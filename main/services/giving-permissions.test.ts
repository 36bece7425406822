import { beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { setConfirmed } from '#e2e/support/confirmations.ts';
import { seedPasskey } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { operations } from '#shared/contract/index.ts';
import { isRead, type OperationSpec } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { giveToGroup } from '../storage/store/custom-roles/custom-role-holders.ts';
import { listGrantedToAccount, listGrantedToPerson } from '../storage/store/custom-roles/granted.ts';
import { addToGroup } from '../storage/store/groups/group-members.ts';
import { markGuest } from '../storage/store/identity/account-standing.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashSeedPassword(app.service.context);
});

/** An organization whose group gives its members permissions: someone who is a guest, and has nothing by that, and another one. */
const prepare = async (): Promise<SeedData> => {
  const { context } = app.service;
  const { write } = context.db;
  const seed = await createSeedData(context, passwordHash, 'same');
  const { own } = seed;
  const grant = { by: own.owner.id, at: app.clock.now() };
  await giveToGroup(write, own.customRole.id, own.group.id, grant);
  await addToGroup(write, own.group.id, own.member.id, grant);
  await markGuest(write, own.id, own.target.id, true);
  await seedPasskey(context, write, own.owner.id);
  return seed;
};

/** What everyone in the organization has by custom roles, as `who permission`. Admins and owners have all of it by their role. */
const givenIn = async ({ own }: SeedData): Promise<string[]> => {
  const { read } = app.service.context.db;
  const people = await tablesOf(read)
    .selectFrom('users')
    .where('tenant_id', '=', own.id)
    .where('guest', '=', 0)
    .where('role', '=', 'member')
    .select('id')
    .execute();
  const accounts = await tablesOf(read)
    .selectFrom('service_accounts')
    .where('tenant_id', '=', own.id)
    .select('id')
    .execute();
  const all = await Promise.all([
    ...people.map(async ({ id }) => ({ id, granted: await listGrantedToPerson(read, id) })),
    ...accounts.map(async ({ id }) => ({ id, granted: await listGrantedToAccount(read, id) })),
  ]);
  return all.flatMap(({ id, granted }) => granted.map((permission) => `${id} ${permission}`));
};

const changes = operations
  .map(({ operation }): OperationSpec => operation)
  .filter((operation) => operation.auth === 'bearer' && !isRead(operation));

describe('what custom roles give', () => {
  it.each(changes.map((operation) => [operation.id, operation] as const))(
    'comes to no one before whoever gives it has confirmed who they are: %s',
    async (id, operation) => {
      const { context } = app.service;
      const seed = await prepare();
      const { own } = seed;
      const row = rows[id as OperationId];
      const prepared = await row.prepare?.(context, own.owner, seed);
      const { shape } = operation.input;
      const input = { ...row.input(seed, own.owner), ...prepared, ...('guest' in shape && { guest: false }) };
      const before = await givenIn(seed);
      /** Sends it. Much of what is no sensitive change is done the first time, and can't be done again. */
      const gained = async (): Promise<string[]> => {
        await app.call(operation, input as never, { token: own.owner.token }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(AppError);
        });
        return (await givenIn(seed)).filter((one) => !before.includes(one));
      };
      expect(await gained()).toEqual([]);
      await setConfirmed(context, own.owner.id, app.clock.now(), 'second_factor');
      // These do give it, so that the first half is about something.
      expect((await gained()).length > 0).toBe(operation.confirm === 'authority');
    },
  );
});
