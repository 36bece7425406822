import type { WriteTransaction } from '../../storage/database/schema.ts';
import { latestAuditEvents } from '../../storage/store/audit/audit-events.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { deleteServiceAccountKeysSince } from '../../storage/store/service-accounts/service-account-keys.ts';
import { findServiceAccount, updateServiceAccount } from '../../storage/store/service-accounts/service-accounts.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { accountActor, recordEvent, serviceAccountTarget } from '../recording/record-event.ts';

/** Who undoes something, and from where. */
interface Undoing {
  account: UserRow;
  client: Client;
}

/** More changes of service accounts than one person makes in the days that a link is valid. */
const most = 10_000;

/**
 * Ends what someone has opened by service accounts since a timestamp: keys that they created go, and what they enabled or let do
 * more is disabled. Nobody knows who has its older keys, and an admin can enable it after a look. DECISION 0299.
 */
export const takeBackServiceAccounts = async (
  context: AppContext,
  tx: WriteTransaction,
  personId: string,
  since: number,
  { account: by, client }: Undoing,
): Promise<void> => {
  await deleteServiceAccountKeysSince(tx, personId, since);
  const { tenant_id: tenantId } = by;
  const actions = ['enableServiceAccount', 'updateServiceAccount'] as const;
  const rows = await latestAuditEvents(tx, { tenantId, actor: personId, actions, from: since }, most);
  const opened = rows.filter((row) => row.action === 'enableServiceAccount' || detailsOf(row).may_do_more === true);
  const now = context.clock.now();
  for (const id of new Set(opened.map(({ target_id }) => target_id))) {
    const found = await findServiceAccount(tx, tenantId, id, now);
    if (!found || found.disabled_at !== null) continue;
    await updateServiceAccount(tx, tenantId, id, { disabled_at: now });
    await recordEvent(context, tx, {
      action: 'disableServiceAccount',
      actor: accountActor(by),
      client,
      target: serviceAccountTarget(found),
    });
  }
};
