import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { lockedUntil, unlock } from '../identity/lockout.ts';
import { sendNotice, tenantParams } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** DECISION 0292: ends the wait after wrong passwords. Guesses are counted anew, so whoever guesses is locked out again. */
export const unlockMember: Handler<typeof contract.team.unlockMember> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    if ((await lockedUntil(context, member.email, tx)) === undefined) {
      throw new AppError('STATE_CONFLICT', { reason: 'account_not_locked' });
    }
    await unlock(context, tx, member.email);
    const named = await tenantParams(tx, member.tenant_id);
    await sendNotice(context, tx, member, 'account_unlocked', { by: caller.user, client }, named);
    await recordEvent(context, tx, { action: 'unlockMember', actor: caller.user, client, target: userTarget(member) });
    return { success: true, message: 'Member unlocked.' };
  });
};
