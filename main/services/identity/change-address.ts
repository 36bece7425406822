import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { claimAddress, type UserRow, updateUser } from '../../storage/store/identity/users.ts';
import { verifiedBy } from '../../storage/store/identity/verified-addresses.ts';
import type { AppContext } from '../context.ts';
import { endAuthority } from './end-authority.ts';
import { type NoticeOrigin, sendUndoableNotice } from './notices.ts';

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
  if (!(await claimAddress(tx, email, context.clockWatch.dueTime(), user.id))) throw new AppError('EMAIL_TAKEN');
  await endAuthority(context, tx, user, isTaken ? 'address_taken' : 'address_changed');
  await updateUser(tx, user, { email, verification });
  return { ...user, email, ...verifiedBy(verification), pending_email: null };
};

/**
 * Tells the present address that it is about to change, or did, with a link that undoes it for seven days.
 * @param sessionId of the session that changes it
 * @returns false if the address gets no notice
 */
export const sendAddressNotice = (
  context: AppContext,
  tx: WriteTransaction,
  user: UserRow,
  newEmail: string,
  origin: NoticeOrigin,
  sessionId?: string,
): Promise<boolean> =>
  sendUndoableNotice(
    context,
    tx,
    user,
    'email_changed',
    origin,
    { new_email: given.emailAddress(newEmail) },
    { at: context.clock.now(), sessionId, newEmail },
  );
