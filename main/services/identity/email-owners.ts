import type { MailKind } from '#shared/contract/mail/resources.ts';
import { isWanted } from '../../mail/mail-pages.ts';
import { given } from '../../mail/mail-params.ts';
import type { NewMail } from '../../mail/outbox.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { listOwners, type UserRow } from '../../storage/store/identity/users.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import { acceptsNotice } from './accepts-notice.ts';
import { tenantParams } from './notices.ts';

/** What an email to an owner always names. */
type Named = Awaited<ReturnType<typeof tenantParams>> & { name: ReturnType<typeof given.text> };

/**
 * Queues an email that the program sends on its own account to the owners who want such emails, and have an address that
 * may get them.
 * @returns how many get it
 */
export const emailOwners = async <Kind extends MailKind>(
  context: Pick<AppContext, 'outbox'>,
  tx: WriteTransaction,
  tenantId: string,
  kind: Kind,
  params: (named: Named, owner: UserRow) => NewMail<Kind>['params'],
): Promise<number> => {
  const tenant = await tenantParams(tx, tenantId);
  let emailed = 0;
  for (const owner of await listOwners(tx, tenantId)) {
    const preferences = preferencesOf(owner);
    const admission = isWanted(kind, preferences) && (await acceptsNotice(context, tx, owner, kind));
    if (!admission) continue;
    await context.outbox.queue(tx, {
      kind,
      tenantId,
      userId: owner.id,
      recipient: owner.email,
      language: preferences.language,
      params: params({ name: given.text(owner.name), ...tenant }, owner),
      admission,
    });
    emailed += 1;
  }
  return emailed;
};
