import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { WriteTransaction } from '../../database/schema.ts';
import { deleteApiKeysOf } from '../../store/identity/api-keys.ts';
import { voidTokens, voidTokensShownTo } from '../../store/identity/one-time-tokens.ts';
import { endSessionsOf } from '../../store/identity/sessions.ts';
import { markRemoved } from '../../store/identity/users.ts';
import { revokeInvitations } from '../../store/team/invitations.ts';
import { removeFromAllWorkspaces } from '../../store/workspaces/workspace-members.ts';
import { reassignWorkspaces } from '../../store/workspaces/workspaces.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import { planMemberRemoval } from './plan-member-removal.ts';
import type { RequestActor } from './request-actor.ts';

/**
 * Seed 000 §4 #15, in one transaction: ends sessions, deletes workspace roles, reassigns owned workspaces to the tenant
 * owner, and revokes API keys, sent invitations and links shown to them, because the right to them is gone. Keep
 * store/removal-effects.ts in sync: it counts these effects for the preview.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, LAST_OWNER
 */
export const applyMemberRemoval = async (
  context: AppContext,
  tx: WriteTransaction,
  requestActor: RequestActor,
  userId: string,
): Promise<void> => {
  const { caller, client } = requestActor;
  const tenantId = caller.user.tenantId;
  const now = context.clock.now();
  const { member, newOwner } = await planMemberRemoval(tx, requestActor, userId);
  if (!(await markRemoved(tx, tenantId, userId))) throw new AppError('LAST_OWNER', { reason: 'only_owner' });
  await endSessionsOf(tx, userId, 'removed', now);
  await deleteApiKeysOf(tx, userId);
  await voidTokens(tx, { userId }, now);
  await voidTokensShownTo(tx, userId, now);
  await removeFromAllWorkspaces(tx, userId);
  await reassignWorkspaces(tx, tenantId, userId, newOwner.id);
  await revokeInvitations(tx, tenantId, now, userId);
  await recordEvent(context, tx, {
    action: 'removeMember',
    actor: caller.user,
    client,
    target: userTarget(member),
    details: { role: member.role, heir_id: newOwner.id },
  });
};
