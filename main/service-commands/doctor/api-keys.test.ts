import { expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createServiceAccount, seedServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { databasePlace } from '../../storage/database/database-place.ts';
import { checkApiKeys } from './api-keys.ts';

const app = perTest(() => createTestService());
const check = () =>
  checkApiKeys(databasePlace(dataFolder(app.dataDir), app.service.context.config.databaseServer), app.clock.now());

it('counts the keys of all organizations that work, and tells which never expire', async () => {
  expect(await check()).toBe('none work');
  const { context } = app.service;
  const [owner, other] = [await app.owner(), await app.owner()];
  const admin = await app.join(owner, 'admin');
  await createKey(app, other, { expires_in_days: 30 });
  await createServiceAccount(app, admin);
  const { id } = await seedServiceAccount(context, context.db.write, { tenantId: owner.tenantId, createdBy: owner.id });
  expect(await check()).toBe('1 of members and 2 of service accounts work; without expiration: 2');

  const { disableMember } = contract.team;
  await app.call(disableMember, { tenant_id: owner.tenantId, user_id: admin.id }, { token: owner.token });
  const left = 'of service accounts, by people who have left or are disabled: 1';
  expect(await check()).toBe(`1 of members and 2 of service accounts work; without expiration: 2; ${left}`);

  app.clock.advance(366 * day);
  expect(await check()).toBe(`0 of members and 2 of service accounts work; without expiration: 2; ${left}`);
  const { token } = await app.login(owner);
  const { disableServiceAccount } = contract.serviceAccounts;
  await app.call(disableServiceAccount, { tenant_id: owner.tenantId, account_id: id }, { token });
  expect(await check()).toBe(`0 of members and 1 of service accounts work; without expiration: 1; ${left}`);
});
