import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { updateUser } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { findMemberToLetIn } from '../identity/find-governed-member.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** DECISION 0181: an admin vouches for the address of a member. No one vouches for their own. */
export const markEmailVerified: Handler<typeof contract.team.markEmailVerified> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const member = await findMemberToLetIn(tx, caller, user_id);
    if (member.id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'own_account' });
    if (member.email_verified === 1) throw new AppError('STATE_CONFLICT', { reason: 'already_verified' });
    await updateUser(tx, member, { verification: 'owner' });
    await recordEvent(context, tx, {
      action: 'markEmailVerified',
      actor: caller.user,
      client,
      target: userTarget(member),
    });
    return { success: true, message: 'Email address marked as verified.' };
  });
};
