import type { OutputOf } from '#shared/contract/operation.ts';
import type { getServiceAccount } from '#shared/contract/service-accounts/get-service-account.ts';
import { mayDoMore } from '#shared/rules/service-account-reach.ts';
import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { AppContext } from '../context.ts';
import { type NoticeOrigin, notifyOwners, tenantParams } from '../identity/notices.ts';

type Account = OutputOf<typeof getServiceAccount>;

/** Tells the owners if the keys of a service account open more than they did: whoever has one needs no new one. */
export const notifyOfMore = async (
  context: AppContext,
  tx: WriteTransaction,
  tenantId: string,
  origin: NoticeOrigin,
  before: Account,
  after: Account,
): Promise<void> => {
  if (!mayDoMore(before, after)) return;
  await notifyOwners(context, tx, tenantId, 'service_account_changed', origin, {
    ...(await tenantParams(tx, tenantId)),
    account_name: given.text(after.name),
    role: given.word(after.role),
    scopes: given.word(...after.scopes),
  });
};
