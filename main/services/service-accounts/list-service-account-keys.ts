import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { listServiceAccountKeys as listRows } from '../../storage/store/service-accounts/service-account-keys.ts';
import { findServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { presentServiceAccountKey } from './present-service-account.ts';

/** The keys of a service account, expired ones included until they are revoked. */
export const listServiceAccountKeys: Handler<typeof contract.serviceAccounts.listServiceAccountKeys> = async (
  context,
  { tenant_id, account_id },
) => {
  const { db, clock } = context;
  const account = found(await findServiceAccount(db.read, tenant_id, account_id, clock.now()));
  const rows = await listRows(db.read, account.id);
  return { keys: rows.map((row) => presentServiceAccountKey(context, row)), total: rows.length };
};
