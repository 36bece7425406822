import type { contract } from '#shared/contract/index.ts';
import type { InputOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { given } from '../../mail/mail-params.ts';
import { findMailServer, type MailServerRow, saveMailServer } from '../../storage/store/mail/mail-server.ts';
import { abandonWaitingMails } from '../../storage/store/mail/mails.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import { assertManagesMailServer } from '../identity/admin-tenant.ts';
import { notifyOtherOwners } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { presentMailSettings } from './present-mail-settings.ts';

type Input = InputOf<typeof contract.mail.updateMailSettings>;

/**
 * Sets the server that sends all of this installation's email. Requires the caller's own password, because anyone who
 * sets the server can read every reset link. The worker uses it from the next email on.
 */
export const updateMailSettings: Handler<typeof contract.mail.updateMailSettings> = async (
  context,
  input,
  { caller, client, confirmPassword, transaction },
) => {
  const { clock, mailGateway } = context;
  await confirmPassword(input.password);
  await transaction(async (tx, caller) => {
    await assertManagesMailServer(tx, caller, mailGateway.outside());
    const { host, port, security, username, sender_name, sender_address, kept_mails } = input;
    await saveMailServer(tx, {
      host,
      port,
      security,
      username: username === '' ? null : username,
      sealed_password: sealedPassword(context, input, await findMailServer(tx)),
      sender_name,
      sender_address,
      updated_at: clock.now(),
    });
    if (kept_mails === 'keep') await abandonWaitingMails(tx, 'left_in_outbox');
    const tenant = await findTenant(tx, caller.user.tenantId);
    const origin = { by: caller.user, client };
    await notifyOtherOwners(context, tx, tenant.id, 'mail_settings_changed', origin, {
      tenant_name: given.text(tenant.name),
    });
    await recordEvent(context, tx, {
      action: 'updateMailSettings',
      actor: caller.user,
      client,
      target: { kind: 'tenant', id: tenant.id, label: tenant.name },
      details: { host, port, security, username, sender_address, kept_mails },
    });
  });
  return presentMailSettings(context, caller);
};

/**
 * DECISION 0026: an omitted password is kept only if server and user stay the same, or the old secret would be sent to
 * a new address.
 * @throws AppError VALIDATION_FAILED if a password is missing
 */
const sealedPassword = (
  { secretBox }: AppContext,
  input: Input,
  stored: MailServerRow | undefined,
): MailServerRow['sealed_password'] => {
  const { host, port, security, username, server_password } = input;
  if (username === '') return null;
  if (server_password !== undefined) {
    return secretBox.seal('mail_server.sealed_password', { host, port, security, username }, server_password);
  }
  const isSame =
    stored?.host === host && stored.port === port && stored.security === security && stored.username === username;
  if (isSame) return stored.sealed_password;
  throw new AppError('VALIDATION_FAILED', { errors: [fieldError('server_password', { reason: 'server_password' })] });
};
