import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { markRestored } from '../../storage/store/identity/account-standing.ts';
import type { Handler } from '../handler.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { findMemberToLetIn } from '../identity/find-governed-member.ts';
import { sendNotice, tenantParams } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** DECISION 0303: withdraws a deletion that a member scheduled, who hears of it. What the member could sign in with then stays as it was. */
export const restoreMember: Handler<typeof contract.team.restoreMember> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const member = await findMemberToLetIn(tx, caller, user_id);
    const isScheduled =
      member.status === 'pending_deletion' && (await markRestored(tx, member.id, context.clock.now()));
    if (!isScheduled) throw new AppError('STATE_CONFLICT', { reason: 'deletion_not_scheduled' });
    await endAuthority(context, tx, member, 'restored');
    const named = await tenantParams(tx, member.tenant_id);
    await sendNotice(context, tx, member, 'account_enabled', { by: caller.user, client }, named);
    await recordEvent(context, tx, { action: 'restoreMember', actor: caller.user, client, target: userTarget(member) });
    return { success: true, message: 'Account restored.' };
  });
};
