import type { EmailVerifier } from '#shared/email-verifiers.ts';
import { AppError } from '#shared/errors.ts';
import { lifetimesMs } from '#shared/limits.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { claimAddress, type UserRow, updateUser } from '../../store/identity/users.ts';
import { verifiedBy } from '../../store/identity/verified-addresses.ts';
import { preferencesOf } from '../../store/stored-columns.ts';
import { acceptsNotice } from './accepts-notice.ts';
import { endAuthority } from './end-authority.ts';
import { issueToken } from './one-time-tokens.ts';

/**
 * Puts a new address into effect. Links that depend on the previous one stop working, except those that undo a change.
 * @param isTaken whether someone else reads the previous address, so that nothing it received may undo anything
 * @throws AppError EMAIL_TAKEN
 */
export const applyAddress = async (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  { email, verification, isTaken = false }: { email: string; verification: EmailVerifier | null; isTaken?: boolean },
): Promise<UserRow> => {
  if (!(await claimAddress(tx, email, context.clock.now(), user.id))) throw new AppError('EMAIL_TAKEN');
  await endAuthority(context, tx, user, isTaken ? 'address_taken' : 'address_changed');
  await updateUser(tx, user, { email, verification, pending_email: null });
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
