import type { OutputOf } from '#shared/contract/operation.ts';
import type { getServiceAccount } from '#shared/contract/service-accounts/get-service-account.ts';
import { isAtLeast } from '#shared/rules/roles.ts';
import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { AppContext } from '../context.ts';
import { type NoticeOrigin, notifyOwners, tenantParams } from '../identity/notices.ts';

type Account = OutputOf<typeof getServiceAccount>;

const isWithin = (list: readonly string[], other: readonly string[]): boolean =>
  list.every((item) => other.includes(item));

/** Whether an account may do something that it could not do before. */
export const mayDoMore = (before: Account, after: Account): boolean =>
  (before.status === 'disabled' && after.status === 'active') ||
  (before.role !== after.role && isAtLeast(after.role, before.role)) ||
  !isWithin(after.scopes, before.scopes) ||
  (before.workspace_ids !== null &&
    (after.workspace_ids === null || !isWithin(after.workspace_ids, before.workspace_ids))) ||
  (before.addresses.length > 0 && (after.addresses.length === 0 || !isWithin(after.addresses, before.addresses)));

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
