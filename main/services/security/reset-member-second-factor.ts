import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { may } from '#shared/permissions.ts';
import { voidTokens } from '../../store/one-time-tokens.ts';
import { deleteSecondFactor } from '../../store/second-factors.ts';
import { endSessionsOf } from '../../store/sessions.ts';
import { findMember } from '../../store/users.ts';
import { sendSecondFactorReset } from '../common/account-mails.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from './find-governed-member.ts';

/**
 * For a member who has lost both authenticator and recovery codes. Ends their sessions; their password stays. Callers
 * cannot reset their own second factor here: that takes a code, or a hijacked session could remove it.
 */
export const resetMemberSecondFactor: Handler<typeof contract.security.resetMemberSecondFactor> = async (
  context,
  { tenant_id, user_id },
  { caller, client },
) => {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const member = await findGovernedMember(tx, caller, user_id);
    const actor = await findMember(tx, tenant_id, caller.user.id);
    // The guard read the role before this transaction: it may have changed.
    if (!actor || !may(actor.role, 'second_factor.reset')) throw new AppError('ROLE_NOT_ALLOWED');
    if (member.id === actor.id) {
      throw new AppError('STATE_CONFLICT', { reason: 'own_second_factor' });
    }
    if (!(await deleteSecondFactor(tx, member.id))) {
      throw new AppError('STATE_CONFLICT', { reason: 'member_second_factor_off' });
    }
    await endSessionsOf(tx, member.id, 'second_factor_reset', now);
    await voidTokens(tx, { userId: member.id }, now, ['second_factor']);
    await sendSecondFactorReset(context, tx, member, actor);
    await recordEvent(context, tx, {
      action: 'resetMemberSecondFactor',
      actor: caller.user,
      client,
      target: userTarget(member),
    });
  });
  return { success: true, message: 'Two-factor authentication reset. The member signs in with their password only.' };
};
