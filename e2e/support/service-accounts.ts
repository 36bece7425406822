import { newApiKey } from '#main/security/api-keys.ts';
import { serviceKeys } from '#main/security/key-kinds.ts';
import type { AppContext } from '#main/services/context.ts';
import { insertServiceAccountKey } from '#main/storage/store/service-accounts/service-account-keys.ts';
import {
  insertServiceAccount,
  setServiceAccountWorkspaces,
} from '#main/storage/store/service-accounts/service-accounts.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { serviceScopes } from '#shared/rules/permissions.ts';
import type { Person, TestService } from './test-service.ts';

export interface SeededServiceAccount {
  id: string;
  keyId: string;
  key: string;
}

/** Writes a service account with a key directly to the database. */
export const seedServiceAccount = async (
  { ids, clock }: AppContext,
  db: Parameters<typeof insertServiceAccount>[0],
  { tenantId, createdBy, workspaces }: { tenantId: string; createdBy: string; workspaces?: readonly string[] },
): Promise<SeededServiceAccount> => {
  const { key, prefix, hash } = newApiKey(ids, serviceKeys);
  const [id, keyId, now] = [ids.id('svc'), ids.id('key'), clock.now()];
  await insertServiceAccount(db, {
    id,
    tenant_id: tenantId,
    name: 'Seeded',
    description: '',
    ...{ role: 'admin', role_given_at: now, role_given_by: createdBy },
    scopes: serviceScopes.join(' '),
    all_workspaces: workspaces ? 0 : 1,
    addresses: '',
    disabled_at: null,
    created_at: now,
    created_by: createdBy,
  });
  await setServiceAccountWorkspaces(db, id, workspaces ?? []);
  await insertServiceAccountKey(db, {
    ...{ id: keyId, account_id: id, kind: 'api_key', name: 'Seeded', prefix, secret_hash: hash },
    ...{ created_at: now, created_by: createdBy, expires_at: null, last_used_at: null },
  });
  return { id, keyId, key };
};

/** Creates a service account with a key through the API, like an admin would. */
export const createServiceAccount = async (
  app: TestService,
  { tenantId: tenant_id, password, token }: Person,
  options: Partial<RequestOf<typeof contract.serviceAccounts.createServiceAccount>> = {},
) => {
  const { createServiceAccount: create, createServiceAccountKey } = contract.serviceAccounts;
  const account = await app.call(create, { tenant_id, name: 'Robot', scopes: ['team.read'], ...options }, { token });
  const { account_id } = account;
  const input = { tenant_id, account_id, name: 'Server', password };
  const { key, service_account_key } = await app.call(createServiceAccountKey, input, { token });
  return { account, account_id, key, key_id: service_account_key.key_id };
};
