import type { contract } from '#shared/contract/index.ts';
import {
  countServiceAccounts,
  listServiceAccounts as listRows,
} from '../../storage/store/service-accounts/service-accounts.ts';
import type { Handler } from '../handler.ts';
import { issuerOf } from '../presenters.ts';
import { readPage } from '../read-page.ts';
import { presentListedServiceAccount } from './present-service-account.ts';

export const listServiceAccounts: Handler<typeof contract.serviceAccounts.listServiceAccounts> = async (
  context,
  input,
  { client },
) => {
  const { db, clock } = context;
  const { tenant_id, q } = input;
  const rows = await readPage(input, client, (page) => listRows(db.read, tenant_id, { q, now: clock.now() }, page));
  return {
    service_accounts: rows.map(presentListedServiceAccount),
    total: await countServiceAccounts(db.read, tenant_id, q),
    issuer: issuerOf(context),
  };
};
