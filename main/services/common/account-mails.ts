import { lifetimesMs } from '#shared/limits.ts';
import type { KeyScope } from '#shared/permissions.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import type { MailParams } from '../../mail/templates.ts';
import { toIso } from '../../platform/clock.ts';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import type { UserRow } from '../../store/users.ts';
import { issueToken } from './one-time-tokens.ts';

type Recipient = Pick<UserRow, 'id' | 'tenant_id' | 'email' | 'name'>;

/** Queues the verification email for an account's own address (seed 000 §6). Returns whether it was queued. */
export const sendVerification = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
): Promise<boolean> => {
  if (!(await context.outbox.accepts(tx, user.email, 'verification'))) return false;
  const token = await issueToken(context, tx, {
    purpose: 'verify_email',
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs: lifetimesMs.verificationLink,
  });
  await context.outbox.queue(tx, {
    kind: 'verification',
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name },
    token,
  });
  return true;
};

/** Queues the password-reset email (seed 000 §6). */
export const sendPasswordReset = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
): Promise<boolean> => {
  if (!(await context.outbox.accepts(tx, user.email, 'password_reset'))) return false;
  const token = await issueToken(context, tx, {
    purpose: 'reset_password',
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs: lifetimesMs.resetLink,
  });
  await context.outbox.queue(tx, {
    kind: 'password_reset',
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name },
    token,
  });
  return true;
};

/** Notices about changes that an attacker might have made. */
type NoticeKind =
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'second_factor_reset'
  | 'api_key_created';

/**
 * Notifies a user of a change to how they sign in, so that an attacker's change does not go unnoticed. Always sent:
 * ignores both the email notification preference and the limit per recipient.
 */
const sendNotice = (
  { outbox }: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  kind: NoticeKind,
  params: MailParams,
): Promise<void> =>
  outbox.queue(tx, {
    kind,
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name, ...params },
  });

interface From {
  ip: string;
}

export const sendPasswordChanged = (context: AppContext, tx: WriteTransaction, user: Recipient, { ip }: From) =>
  sendNotice(context, tx, user, 'password_changed', { ip_address: ip });

export const sendSecondFactorOn = (context: AppContext, tx: WriteTransaction, user: Recipient, { ip }: From) =>
  sendNotice(context, tx, user, 'second_factor_on', { ip_address: ip });

export const sendSecondFactorOff = (context: AppContext, tx: WriteTransaction, user: Recipient, { ip }: From) =>
  sendNotice(context, tx, user, 'second_factor_off', { ip_address: ip });

export const sendSecondFactorReset = (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  actor: { name: string },
) => sendNotice(context, tx, user, 'second_factor_reset', { actor_name: actor.name });

/** The email never contains the key itself. */
export const sendApiKeyCreated = (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
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
