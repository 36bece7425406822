import * as secrets from '#main/storage/store/service-accounts/client-secrets.ts';
import * as keys from '#main/storage/store/service-accounts/service-account-keys.ts';
import * as accounts from '#main/storage/store/service-accounts/service-accounts.ts';
import * as callers from '#main/storage/store/service-accounts/service-callers.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, remarked, type StoreCall, writesIds } from './shape.ts';

const keysAlone = 'the accounts here have API keys alone: client-credentials.test.ts';

/** How the test of twins calls `main/storage/store/service-accounts`. */
export const serviceAccountCalls = ({
  tenantId,
  owner,
  now,
  workspace,
  serviceAccount,
  serviceKey,
}: Parts): StoreCall[] => {
  const { id } = serviceAccount;
  return [
    ...callsTo('service-accounts/service-account-keys', keys, {
      listServiceAccountKeys: [id],
      countServiceAccountKeys: [id, now],
      deleteServiceAccountKey: [id, serviceKey.id],
      endServiceAccountKeyBy: [id, serviceKey.id, now],
      deleteServiceAccountKeysSince: [owner.id, 0],
      touchServiceAccountKey: [serviceKey.id, now],
    }),
    ...callsTo('service-accounts/service-accounts', accounts, {
      listServiceAccounts: [tenantId, { q: undefined, now }, page],
      countServiceAccounts: [tenantId],
      findServiceAccount: [tenantId, id, now],
      updateServiceAccount: [tenantId, id, { description: 'changed' }],
      deleteServiceAccount: [tenantId, id],
      setServiceAccountWorkspaces: writesIds(id, [workspace.id]),
    }),
    ...callsTo('service-accounts/service-callers', callers, { findServiceCaller: [serviceKey.id] }),
    ...callsTo('service-accounts/client-secrets', secrets, {
      findServiceClient: remarked({ unnoticed: keysAlone }, id),
      findClientSecretId: remarked({ unnoticed: keysAlone }, id, serviceKey.secret_hash),
    }),
  ];
};
