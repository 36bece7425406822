import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { markEnabled } from '../../storage/store/identity/account-standing.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { sendNotice, tenantParams } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** Lets a disabled member sign in again, unless the operator of this server disabled the account. */
export const enableMember: Handler<typeof contract.team.enableMember> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    if (member.status !== 'disabled') throw new AppError('STATE_CONFLICT', { reason: 'account_not_disabled' });
    if (!(await markEnabled(tx, member.id, 'admin'))) {
      throw new AppError('STATE_CONFLICT', { reason: 'disabled_by_operator' });
    }
    const named = await tenantParams(tx, member.tenant_id);
    await sendNotice(context, tx, member, 'account_enabled', { by: caller.user, client }, named);
    await recordEvent(context, tx, { action: 'enableMember', actor: caller.user, client, target: userTarget(member) });
    return { success: true, message: 'Member enabled.' };
  });
};
