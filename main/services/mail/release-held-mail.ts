import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { releaseMail } from '../../storage/store/mail/mail-hold.ts';
import { abandonWaitingMails } from '../../storage/store/mail/mails.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { assertManagesMailServer } from '../identity/admin-tenant.ts';
import { recordEvent } from '../recording/record-event.ts';
import { presentMailSettings } from './present-mail-settings.ts';

/** DECISION 0096: ends the hold that a restore begins. The backup's queue may hold email that was sent since. */
export const releaseHeldMail: Handler<typeof contract.mail.releaseHeldMail> = async (
  context,
  { kept_mails },
  { caller, client, transaction },
) => {
  await transaction(async (tx, caller) => {
    // A server configured outside the console is held as well.
    await assertManagesMailServer(tx, caller, undefined);
    if (!(await releaseMail(tx))) throw new AppError('STATE_CONFLICT', { reason: 'mail_not_held' });
    if (kept_mails === 'keep') await abandonWaitingMails(tx, 'before_restore');
    const tenant = await findTenant(tx, caller.user.tenantId);
    await recordEvent(context, tx, {
      action: 'releaseHeldMail',
      actor: caller.user,
      client,
      target: { kind: 'tenant', id: tenant.id, label: tenant.name },
      details: { kept_mails },
    });
  });
  return presentMailSettings(context, caller);
};
