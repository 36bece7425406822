import { lifetimesMs } from '#shared/limits.ts';
import type { KeyScope } from '#shared/permissions.ts';
import type { Preferences } from '#shared/preferences.ts';
import type { AppContext } from '../../context.ts';
import type { TokenPurpose } from '../../database/identity-schema.ts';
import type { MailKind } from '../../database/mail-schema.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import type { MailParams } from '../../mail/mail-params.ts';
import { toIso } from '../../platform/clock.ts';
import type { Caller } from '../../security/caller.ts';
import type { ApiKeyRow } from '../../store/identity/api-keys.ts';
import type { PasskeyRow } from '../../store/identity/passkeys.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { preferencesOf } from '../../store/stored-columns.ts';
import { acceptsNotice } from './accepts-notice.ts';
import { issueToken } from './one-time-tokens.ts';

/** A user as stored, or as the caller of an operation. */
type Recipient = Pick<UserRow, 'id' | 'tenant_id' | 'email' | 'name'> & {
  preferences: UserRow['preferences'] | Preferences;
};

const languageOf = ({ preferences }: Recipient): string =>
  (typeof preferences === 'string' ? preferencesOf({ preferences }) : preferences).language;
/** The recipient of a notice, with what is known about the address. */
type Notified = Recipient & Pick<UserRow, 'email_verified' | 'email_verified_by'>;

interface LinkEmail {
  kind: MailKind;
  purpose: TokenPurpose;
  lifetimeMs: number;
}

/** Queues an email with a link for the account's own address. Returns whether the rate limit allowed it. */
const sendLinkEmail = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  { kind, purpose, lifetimeMs }: LinkEmail,
): Promise<boolean> => {
  if (!(await context.outbox.accepts(tx, user.email, kind))) return false;
  const token = await issueToken(context, tx, {
    purpose,
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs,
  });
  await context.outbox.queue(tx, {
    kind,
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    language: languageOf(user),
    params: { name: user.name },
    token,
  });
  return true;
};

/** Queues the email that verifies an account's address (seed 000 §6). Returns whether the rate limit allowed it. */
export const sendVerification = (context: AppContext, tx: WriteTransaction, user: Recipient): Promise<boolean> =>
  sendLinkEmail(context, tx, user, {
    kind: 'verification',
    purpose: 'verify_email',
    lifetimeMs: lifetimesMs.verificationLink,
  });

/** Queues the password-reset email (seed 000 §6). Returns whether the rate limit allowed it. */
export const sendPasswordReset = (context: AppContext, tx: WriteTransaction, user: Recipient): Promise<boolean> =>
  sendLinkEmail(context, tx, user, {
    kind: 'password_reset',
    purpose: 'reset_password',
    lifetimeMs: lifetimesMs.resetLink,
  });

/** A caller as the recipient of a notice. */
export const notified = ({ id, tenantId, email, name, preferences, ...user }: Caller['user']): Notified => ({
  id,
  tenant_id: tenantId,
  email,
  name,
  preferences,
  email_verified: user.emailVerified ? 1 : 0,
  email_verified_by: user.emailVerifiedBy,
});

/** Notices about changes that an attacker might have made. */
type NoticeKind =
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'passkey_added'
  | 'passkey_removed'
  | 'api_key_created';

/**
 * Notifies a user of a change to how they sign in, so that an attacker's change does not go unnoticed. Ignores the email
 * notification preference.
 */
const sendNotice = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  kind: NoticeKind,
  params: MailParams,
  senderId?: string,
): Promise<void> => {
  if (!(await acceptsNotice(context, tx, user, kind))) return;
  await context.outbox.queue(tx, {
    kind,
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    language: languageOf(user),
    params: { name: user.name, ...params },
    ...(senderId !== undefined && { senderId }),
  });
};

interface From {
  ip: string;
}

export const sendPasswordChanged = (context: AppContext, tx: WriteTransaction, user: Notified, { ip }: From) =>
  sendNotice(context, tx, user, 'password_changed', { ip_address: ip });

export const sendSecondFactorOn = (context: AppContext, tx: WriteTransaction, user: Notified, { ip }: From) =>
  sendNotice(context, tx, user, 'second_factor_on', { ip_address: ip });

export const sendSecondFactorOff = (context: AppContext, tx: WriteTransaction, user: Notified, { ip }: From) =>
  sendNotice(context, tx, user, 'second_factor_off', { ip_address: ip });

export const sendSecondFactorReset = (
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  /** The owner who did it; undefined for the operator of the server. */
  owner?: { id: string; name: string },
) => sendNotice(context, tx, user, 'second_factor_reset', owner ? { actor_name: owner.name } : {}, owner?.id);

export const sendPasskeyNotice = (
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  kind: 'passkey_added' | 'passkey_removed',
  passkey: Pick<PasskeyRow, 'name' | 'site'>,
  { ip }: From,
) => sendNotice(context, tx, user, kind, { passkey_name: passkey.name, site: passkey.site, ip_address: ip });

/** The email never contains the key itself. */
export const sendApiKeyCreated = (
  context: AppContext,
  tx: WriteTransaction,
  user: Notified,
  key: Pick<ApiKeyRow, 'name' | 'prefix' | 'expires_at'> & { scopes: readonly KeyScope[] },
  { ip }: From,
) =>
  sendNotice(context, tx, user, 'api_key_created', {
    key_name: key.name,
    prefix: key.prefix,
    scopes: key.scopes.join(', '),
    ends: key.expires_at === null ? 'never' : toIso(key.expires_at),
    ip_address: ip,
  });
