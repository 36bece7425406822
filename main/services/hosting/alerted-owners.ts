import type { MailKind } from '#shared/contract/mail/resources.ts';
import { isWanted } from '../../mail/mail-pages.ts';
import type { Admission } from '../../mail/outbox.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { listOwners, type UserRow } from '../../storage/store/identity/users.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import { acceptsNotice } from '../identity/accepts-notice.ts';

/** An owner whose address gets an email about hosting. */
export interface AlertedOwner {
  owner: UserRow;
  admission: Admission;
}

/** The owners who want such emails, and have an address that may get them. */
export const alertedOwners = async (
  context: Pick<AppContext, 'outbox'>,
  tx: WriteTransaction,
  tenantId: string,
  kind: MailKind,
): Promise<AlertedOwner[]> => {
  const alerted: AlertedOwner[] = [];
  for (const owner of await listOwners(tx, tenantId)) {
    if (!isWanted(kind, preferencesOf(owner))) continue;
    const admission = await acceptsNotice(context, tx, owner, kind);
    if (admission) alerted.push({ owner, admission });
  }
  return alerted;
};
