import { found } from '../../platform/app-error.ts';
import type { Caller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { listGrantedToAccount } from '../../storage/store/custom-roles/granted.ts';
import {
  findServiceAccount,
  type SeenServiceAccountRow,
  serviceScopesOf,
  workspaceIdsOf,
} from '../../storage/store/service-accounts/service-accounts.ts';
import { assertGovernsAccount } from './assert-within.ts';

/**
 * A service account that the caller may change, since it has nothing that the caller doesn't have.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export const findGovernedAccount = async (
  db: Queries,
  caller: Caller,
  accountId: string,
  now: number,
): Promise<SeenServiceAccountRow> => {
  const account = found(await findServiceAccount(db, caller.principal.tenantId, accountId, now));
  const has = { role: account.role, scopes: serviceScopesOf(account), workspace_ids: workspaceIdsOf(account) };
  assertGovernsAccount(caller, has, await listGrantedToAccount(db, account.id));
  return account;
};
