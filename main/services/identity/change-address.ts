import type { EmailVerifier } from '#shared/email-verifiers.ts';
import { AppError } from '#shared/errors.ts';
import { lifetimesMs } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { voidTokens } from '../../store/identity/one-time-tokens.ts';
import { findHolder, releaseDueAddress, type UserRow, updateUser } from '../../store/identity/users.ts';
import { verifiedBy } from '../../store/identity/verified-addresses.ts';
import { preferencesOf } from '../../store/stored-columns.ts';
import { acceptsNotice } from './accepts-notice.ts';
import { issueToken } from './one-time-tokens.ts';

/**
 * Puts a new address into effect. Links that depend on the previous one stop working, except those that undo a change.
 * @throws AppError EMAIL_TAKEN
 */
export const applyAddress = async (
  { clock }: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  { email, verification }: { email: string; verification: EmailVerifier | null },
): Promise<UserRow> => {
  const now = clock.now();
  const holder = await findHolder(tx, email, now);
  if (holder && holder.id !== user.id) throw new AppError('EMAIL_TAKEN');
  await releaseDueAddress(tx, email, now);
  await updateUser(tx, user, { email, verification, pending_email: null });
  await voidTokens(tx, { userId: user.id }, now, ['verify_email', 'change_email', 'reset_password']);
  return { ...user, email, ...verifiedBy(verification), pending_email: null };
};

/**
 * Tells the present address that it is about to change, or did, with a link that undoes it for seven days.
 * @param byOperator whether the operator of this server changed it at once
 * @returns false if the address gets no notices
 */
export const sendAddressNotice = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  newEmail: string,
  { byOperator }: { byOperator: boolean },
): Promise<boolean> => {
  if (!(await acceptsNotice(context, tx, user, 'email_changed'))) return false;
  const token = await issueToken(context, tx, {
    purpose: 'cancel_email_change',
    subject: { userId: user.id },
    email: newEmail,
    previousEmail: user.email,
    lifetimeMs: lifetimesMs.emailChangeCancelLink,
  });
  await context.outbox.queue(tx, {
    kind: 'email_changed',
    tenantId: user.tenant_id,
    userId: user.id,
    language: preferencesOf(user).language,
    recipient: user.email,
    params: { name: user.name, new_email: newEmail, ...(byOperator && { changed_by: 'operator' }) },
    token,
  });
  return true;
};
