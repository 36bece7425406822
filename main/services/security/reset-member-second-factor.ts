import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { hasSecondFactor } from '../../storage/store/identity/second-factors.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { findMemberToLetIn } from '../identity/find-governed-member.ts';
import { sendNotice } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/**
 * For a member who has lost authenticator app, passkeys and recovery codes: all are removed. Ends their sessions; their password stays. Callers
 * cannot reset their own second factor here: that takes a code, or a hijacked session could remove it.
 */
export const resetMemberSecondFactor: Handler<typeof contract.security.resetMemberSecondFactor> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  await transaction(async (tx, caller) => {
    const member = await findMemberToLetIn(tx, caller, user_id);
    if (member.id === caller.user.id) {
      throw new AppError('STATE_CONFLICT', { reason: 'own_second_factor' });
    }
    if (!(await hasSecondFactor(tx, member.id))) {
      throw new AppError('STATE_CONFLICT', { reason: 'member_second_factor_off' });
    }
    await endAuthority(context, tx, member, 'second_factor_reset');
    await sendNotice(context, tx, member, 'second_factor_reset', { by: caller.user, client }, {});
    await recordEvent(context, tx, {
      action: 'resetMemberSecondFactor',
      actor: caller.user,
      client,
      target: userTarget(member),
    });
  });
  return { success: true, message: 'Two-factor authentication reset. The member signs in with their password only.' };
};
