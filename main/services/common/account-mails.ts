import { lifetimes } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import type { UserRow } from '../../store/users.ts';
import { issueLink } from './links.ts';

type Recipient = Pick<UserRow, 'id' | 'tenant_id' | 'email' | 'name'>;

/** Queues the verification mail of an account's own address (seed 000 §6). Returns whether it was queued. */
export const sendVerification = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
): Promise<boolean> => {
  if (!(await context.outbox.accepts(tx, user.email, 'verification'))) return false;
  const link = await issueLink(context, tx, {
    purpose: 'verify_email',
    subject: { userId: user.id },
    email: user.email,
    lifetime: lifetimes.verificationLink,
  });
  await context.outbox.queue(tx, {
    kind: 'verification',
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name },
    link,
  });
  return true;
};

/** Queues the password-reset mail (seed 000 §6). */
export const sendPasswordReset = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
): Promise<boolean> => {
  if (!(await context.outbox.accepts(tx, user.email, 'password_reset'))) return false;
  const link = await issueLink(context, tx, {
    purpose: 'reset_password',
    subject: { userId: user.id },
    email: user.email,
    lifetime: lifetimes.resetLink,
  });
  await context.outbox.queue(tx, {
    kind: 'password_reset',
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name },
    link,
  });
  return true;
};

/** Tells somebody that the password was changed, so that a stranger's change does not go unnoticed. */
export const sendPasswordChanged = (
  { outbox }: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  client: { ip: string },
): Promise<void> =>
  outbox.queue(tx, {
    kind: 'password_changed',
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    params: { name: user.name, ip_address: client.ip },
  });
