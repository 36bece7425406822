import type { Handlers } from '../handler.ts';
import { createServiceAccount } from './create-service-account.ts';
import { createServiceAccountKey } from './create-service-account-key.ts';
import { deleteServiceAccount } from './delete-service-account.ts';
import { disableServiceAccount } from './disable-service-account.ts';
import { enableServiceAccount } from './enable-service-account.ts';
import { getServiceAccount } from './get-service-account.ts';
import { listServiceAccountKeys } from './list-service-account-keys.ts';
import { listServiceAccounts } from './list-service-accounts.ts';
import { revokeServiceAccountKey } from './revoke-service-account-key.ts';
import { rollServiceAccountKey } from './roll-service-account-key.ts';
import { updateServiceAccount } from './update-service-account.ts';

/** The handlers of service accounts, each under the name of its operation. */
export const serviceAccounts: Handlers['serviceAccounts'] = {
  createServiceAccountKey,
  createServiceAccount,
  deleteServiceAccount,
  disableServiceAccount,
  enableServiceAccount,
  getServiceAccount,
  listServiceAccountKeys,
  listServiceAccounts,
  revokeServiceAccountKey,
  rollServiceAccountKey,
  updateServiceAccount,
};
