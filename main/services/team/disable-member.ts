import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { markDisabled } from '../../storage/store/identity/account-standing.ts';
import type { Handler } from '../handler.ts';
import { assertActive } from '../identity/assert-active.ts';
import { assertMayShutOut } from '../identity/assert-governs.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { sendNotice, tenantParams } from '../identity/notices.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';

/** DECISION 0181: blocks an account at once without deleting anything, until it is enabled again. */
export const disableMember: Handler<typeof contract.team.disableMember> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  return transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    await assertMayShutOut(tx, caller, member, context.clock.now());
    if (member.id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'own_account' });
    assertActive(member);
    // Only another active owner may disable an owner, so one stays, who could act.
    await markDisabled(tx, member.tenant_id, member.id, 'admin', true);
    await endAuthority(context, tx, member, 'disabled');
    const named = await tenantParams(tx, member.tenant_id);
    await sendNotice(context, tx, member, 'account_disabled', { by: caller.user, client }, named);
    await recordEvent(context, tx, { action: 'disableMember', actor: caller.user, client, target: userTarget(member) });
    return { success: true, message: 'Member disabled.' };
  });
};
