import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { governs } from '#shared/permissions.ts';
import { deleteApiKeysOf } from '../../store/api-keys.ts';
import { revokeInvitations } from '../../store/invitations.ts';
import { voidLinks } from '../../store/links.ts';
import { endSessionsOf } from '../../store/sessions.ts';
import { findMember, markRemoved, otherOwners } from '../../store/users.ts';
import { removeFromAllWorkspaces } from '../../store/workspace-members.ts';
import { passOwnedWorkspaces } from '../../store/workspaces.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';

/**
 * Seed 000 §4 #15, in one transaction: sessions end, workspace roles go, what is owned passes to the tenant owner (the
 * one who acts, else the longest standing), API keys and invitations sent die with the right to use and send them.
 */
export const removeMember: Handler<typeof contract.team.removeMember> = async (
  context,
  { tenant_id, user_id },
  { caller, client },
) => {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const member = await findMember(tx, tenant_id, user_id);
    if (!member) throw new AppError('MEMBER_NOT_FOUND');
    const actor = await findMember(tx, tenant_id, caller.user.id);
    if (!actor || !governs(actor.role, member.role) || !governs(caller.governingRole, member.role)) {
      throw new AppError('ROLE_NOT_ALLOWED');
    }
    const owners = await otherOwners(tx, tenant_id, user_id);
    const heir = owners.find((owner) => owner.id === actor.id) ?? owners[0];
    if (!heir || !(await markRemoved(tx, tenant_id, user_id))) throw new AppError('LAST_OWNER');
    await endSessionsOf(tx, user_id, 'removed', now);
    await deleteApiKeysOf(tx, user_id);
    await voidLinks(tx, { userId: user_id }, now);
    await removeFromAllWorkspaces(tx, user_id);
    await passOwnedWorkspaces(tx, tenant_id, user_id, heir.id);
    await revokeInvitations(tx, tenant_id, now, user_id);
    await recordEvent(context, tx, {
      action: 'removeMember',
      actor: caller.user,
      client,
      target: userTarget(member),
      details: { role: member.role, heir_id: heir.id },
    });
  });
  return { success: true, message: 'The member is removed.' };
};
