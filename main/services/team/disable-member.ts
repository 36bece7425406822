import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { markDisabled } from '../../store/identity/users.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';

/** DECISION 0181: blocks an account at once without deleting anything, until it is enabled again. */
export const disableMember: Handler<typeof contract.team.disableMember> = async (
  context,
  { user_id },
  { client, transaction },
) => {
  const { clock } = context;
  await transaction(async (tx, caller) => {
    const member = await findGovernedMember(tx, caller, user_id);
    if (member.id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'own_account' });
    if (member.status === 'disabled') throw new AppError('STATE_CONFLICT', { reason: 'account_disabled' });
    if (member.status !== 'active') throw new AppError('STATE_CONFLICT', { reason: 'deletion_scheduled' });
    const now = clock.now();
    // Only another active owner may disable an owner, so one stays.
    await markDisabled(tx, member.tenant_id, member.id, true);
    await endSessionsOf(tx, member.id, 'disabled', now);
    await voidTokens(tx, { userId: member.id }, now);
    await voidTokensShownTo(tx, member.id, now);
    await recordEvent(context, tx, { action: 'disableMember', actor: caller.user, client, target: userTarget(member) });
  });
  return { success: true, message: 'Member disabled.' };
};
