import { governs, isRefused } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { isTokenOver, type OneTimeTokenRow } from '../../storage/store/identity/one-time-tokens.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import type { MailRow } from '../../storage/store/mail/mails.ts';
import { findInvitationById } from '../../storage/store/team/invitations.ts';
import type { AppContext } from '../context.ts';
import { assertMayUseInvitation, governsPerson } from '../identity/assert-within.ts';
import { assertMayLetIn } from '../identity/find-governed-member.ts';
import { isUndoing } from '../identity/one-time-tokens.ts';

/** Whether the caller governs the person that a link lets in, or may let people into the workspaces of the invitation. */
const governsSubject = async (
  db: Queries,
  caller: PersonCaller,
  { user_id, invitation_id }: OneTimeTokenRow,
  role: Role,
): Promise<boolean> => {
  if (user_id !== null) return governsPerson(db, caller, { id: user_id, role });
  if (invitation_id !== null) await assertMayUseInvitation(db, caller, invitation_id);
  return governs(caller.user, role);
};

/**
 * The link of an undelivered email, for callers who govern the person it lets in. DECISION 0014: without this rule an
 * admin could read an owner's reset link in the outbox and become owner. DECISION 0259: a link that undoes a change may
 * remove a second factor, so it takes the right to reset one, and no one sees their own here: a hijacked session would do.
 * @throws AppError STATE_CONFLICT if there is no link left to reveal, ROLE_NOT_ALLOWED
 */
export const revealableLink = async (
  { outbox, clock }: AppContext,
  db: Queries,
  caller: PersonCaller,
  mail: MailRow,
): Promise<{ token: OneTimeTokenRow; url: string }> => {
  const carried = await outbox.linkOf(db, mail);
  const now = clock.now();
  const usable =
    carried &&
    // It is for one browser alone (DECISION 0326).
    carried.token.purpose !== 'sign_in_link' &&
    carried.token.used_at === null &&
    carried.token.voided_at === null &&
    !isTokenOver(carried.token, now);
  if (!usable) throw new AppError('STATE_CONFLICT', { reason: 'link_unavailable' });
  const { user_id, invitation_id } = carried.token;
  const subject =
    invitation_id !== null
      ? await findInvitationById(db, invitation_id)
      : user_id !== null
        ? await findUser(db, user_id)
        : undefined;
  const { user } = caller;
  const isOwn = user_id === user.id;
  const isAllowed = isUndoing(carried.token.purpose)
    ? !isOwn && !isRefused(user, 'second_factor.reset')
    : isOwn || (subject !== undefined && (await governsSubject(db, caller, carried.token, subject.role)));
  if (!subject || !isAllowed) {
    const isByRole = !subject || isUndoing(carried.token.purpose) || !governs(user, subject.role);
    throw new AppError('ROLE_NOT_ALLOWED', { reason: isByRole ? 'role' : 'has_more' });
  }
  if (user_id !== null) await assertMayLetIn(db, caller, user_id);
  return carried;
};
