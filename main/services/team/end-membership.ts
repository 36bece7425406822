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
import { type AuditActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Client } from '../handler.ts';
import type { MemberRemovalPlan } from './plan-member-removal.ts';

/** Who removes a member. Without a client, the operator does. */
interface Removal extends MemberRemovalPlan {
  actor: AuditActor;
  client?: Pick<Client, 'ip'>;
}

/**
 * Seed 000 §4 #15, in one transaction: ends sessions, deletes workspace roles, reassigns owned workspaces to the tenant
 * owner, and revokes API keys, sent invitations and links shown to them, because the right to them is gone. Keep
 * store/removal-effects.ts in sync: it counts these effects for the preview.
 * @throws AppError LAST_OWNER
 */
export const endMembership = async (
  context: AppContext,
  tx: WriteTransaction,
  { member, newOwner, actor, client }: Removal,
): Promise<void> => {
  const { id: userId, tenant_id: tenantId } = member;
  const now = context.clock.now();
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
    actor,
    client,
    target: userTarget(member),
    details: { role: member.role, heir_id: newOwner.id },
  });
};
