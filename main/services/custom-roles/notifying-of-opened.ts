import { type Holder, may } from '#shared/rules/permissions.ts';
import { given } from '../../mail/mail-params.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { listGrantedToAccount } from '../../storage/store/custom-roles/granted.ts';
import { findServiceAccount, serviceScopesOf } from '../../storage/store/service-accounts/service-accounts.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { notifyOwners, tenantParams } from '../identity/notices.ts';

type Granted = Holder['granted'];

/** Does something to custom roles, and tells the owners if keys of these service accounts open more by it: no one needs a new key. */
export const notifyingOfOpened = async <Result>(
  context: AppContext,
  tx: WriteTransaction,
  { caller: { user }, client }: { caller: PersonCaller; client: Client },
  accountIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = new Map<string, Granted>();
  for (const id of accountIds) before.set(id, await listGrantedToAccount(tx, id));
  const result = await work();
  for (const [id, had] of before) {
    const account = await findServiceAccount(tx, user.tenantId, id, context.clock.now());
    if (!account) continue;
    const scopes = serviceScopesOf(account);
    const has = await listGrantedToAccount(tx, id);
    const opensBy = (granted: Granted) => scopes.filter((scope) => may({ role: account.role, granted }, scope));
    if (opensBy(has).every((scope) => opensBy(had).includes(scope))) continue;
    await notifyOwners(
      context,
      tx,
      user.tenantId,
      'service_account_changed',
      { by: user, client },
      {
        ...(await tenantParams(tx, user.tenantId)),
        account_name: given.text(account.name),
        role: given.word(account.role),
        scopes: given.word(...scopes),
      },
    );
  }
  return result;
};
