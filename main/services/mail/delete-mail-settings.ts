import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { deleteMailServer } from '../../storage/store/mail/mail-server.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { waitForVerification } from '../../storage/store/team/unverified-owners.ts';
import type { Handler } from '../handler.ts';
import { assertManagesMailServer } from '../identity/admin-tenant.ts';
import { notifyOtherOwners } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { presentMailSettings } from './present-mail-settings.ts';

/** From the next email on, emails are held for the console to show instead of being sent. */
export const deleteMailSettings: Handler<typeof contract.mail.deleteMailSettings> = async (
  context,
  { password },
  { caller, client, confirmPassword, transaction },
) => {
  const { mailGateway } = context;
  await confirmPassword(password);
  await transaction(async (tx, caller) => {
    await assertManagesMailServer(tx, caller, mailGateway.outside());
    if (!(await deleteMailServer(tx))) throw new AppError('STATE_CONFLICT', { reason: 'no_mail_server' });
    // DECISION 0325
    if (await waitForVerification(tx)) throw new AppError('STATE_CONFLICT', { reason: 'owners_unverified' });
    const tenant = await findTenant(tx, caller.user.tenantId);
    const origin = { by: caller.user, client };
    await notifyOtherOwners(context, tx, tenant.id, 'mail_settings_changed', origin, {
      tenant_name: given.text(tenant.name),
    });
    await recordEvent(context, tx, {
      action: 'deleteMailSettings',
      actor: caller.user,
      client,
      target: { kind: 'tenant', id: tenant.id, label: tenant.name },
    });
  });
  return presentMailSettings(context, caller);
};
