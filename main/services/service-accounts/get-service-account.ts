import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { presentServiceAccount } from './present-service-account.ts';

export const getServiceAccount: Handler<typeof contract.serviceAccounts.getServiceAccount> = async (
  { db, clock },
  { tenant_id, account_id },
) => presentServiceAccount(found(await findServiceAccount(db.read, tenant_id, account_id, clock.now())));
