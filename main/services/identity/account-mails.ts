import { lifetimesMs } from '#shared/rules/limits.ts';
import { given } from '../../mail/mail-params.ts';
import type { Admission } from '../../mail/outbox.ts';
import type { TokenPurpose } from '../../storage/database/identity-schema.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { AppContext } from '../context.ts';
import { languageOf, type Recipient, timeParams } from './notices.ts';
import { issueToken } from './one-time-tokens.ts';

interface LinkEmail {
  kind: 'verification' | 'password_reset' | 'sign_in_link';
  purpose: TokenPurpose;
  lifetimeMs: number;
  boundTo?: string;
}

/** Queues an email with a link for the account's own address. */
const queueLinkEmail = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  { kind, purpose, lifetimeMs, boundTo }: LinkEmail,
  admission: Admission,
  ip?: string,
): Promise<void> => {
  const token = await issueToken(context, tx, {
    purpose,
    subject: { userId: user.id },
    email: user.email,
    lifetimeMs,
    boundTo,
  });
  await context.outbox.queue(tx, {
    kind,
    tenantId: user.tenant_id,
    userId: user.id,
    recipient: user.email,
    language: languageOf(user),
    params: {
      name: given.text(user.name),
      ...timeParams(context.clock.now(), user),
      ...(ip !== undefined && { ip_address: given.ipAddress(ip) }),
    },
    token,
    admission,
  });
};

/** Does so if the rate limit allows it. Returns whether it did. */
const sendLinkEmail = async (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  email: LinkEmail,
  ip: string | undefined,
): Promise<boolean> => {
  const admission = await context.outbox.accepts(tx, user.email, email.kind);
  if (!admission) return false;
  await queueLinkEmail(context, tx, user, email, admission, ip);
  return true;
};

/** Queues the email that verifies an account's address (seed 000 §6). Returns whether the rate limit allowed it. @param ip where it was asked for */
export const sendVerification = (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  ip?: string,
): Promise<boolean> => sendLinkEmail(context, tx, user, verification, ip);

const verification: LinkEmail = {
  kind: 'verification',
  purpose: 'verify_email',
  lifetimeMs: lifetimesMs.verificationLink,
};

const passwordReset: LinkEmail = {
  kind: 'password_reset',
  purpose: 'reset_password',
  lifetimeMs: lifetimesMs.resetLink,
};

const signInLink: LinkEmail = {
  kind: 'sign_in_link',
  purpose: 'sign_in_link',
  lifetimeMs: lifetimesMs.signInLink,
};

/** Queues the password-reset email (seed 000 §6). Returns whether the rate limit allowed it. */
export const sendPasswordReset = (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  ip?: string,
): Promise<boolean> => sendLinkEmail(context, tx, user, passwordReset, ip);

/** DECISION 0326: queues the email with a sign-in link for one browser. Returns whether the rate limit allowed it. */
export const sendSignInLink = (
  context: AppContext,
  tx: WriteTransaction,
  user: Recipient,
  boundTo: string,
  ip: string | undefined,
): Promise<boolean> => sendLinkEmail(context, tx, user, { ...signInLink, boundTo }, ip);

/** Queues the password-reset email after a change was undone: whoever made the change may have used up the rate limit. */
export const sendPasswordResetAfterUndo = (context: AppContext, tx: WriteTransaction, user: Recipient): Promise<void> =>
  queueLinkEmail(context, tx, user, passwordReset, context.outbox.acceptsAlways('there is no other way back'));
