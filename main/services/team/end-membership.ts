import { isOwner } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { markRemoved } from '../../storage/store/identity/account-standing.ts';
import { voidOwnerTokensAbout } from '../../storage/store/identity/owner-grants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { assertOwnerCanAct } from '../identity/assert-owner-can-act.ts';
import { endAuthority } from '../identity/end-authority.ts';
import { noticeOrigin, sendNotice, tenantParams } from '../identity/notices.ts';
import { type AuditActor, recordEvent, userTarget } from '../recording/record-event.ts';
import type { MemberRemovalPlan } from './plan-member-removal.ts';

/** Who removes a member. Without a client, the operator does. */
interface Removal extends MemberRemovalPlan {
  actor: AuditActor;
  client?: Client;
}

/**
 * Seed 000 §4 #15, in one transaction: ends everything by which the member could act, deletes workspace roles, and reassigns
 * owned workspaces to the tenant owner.
 * @throws AppError LAST_OWNER
 */
export const endMembership = async (
  context: AppContext,
  tx: WriteTransaction,
  { member, newOwner, actor, client }: Removal,
): Promise<void> => {
  if (!(await markRemoved(tx, member.tenant_id, member.id))) throw new AppError('LAST_OWNER', { reason: 'only_owner' });
  if (isOwner(member.role)) await assertOwnerCanAct(context, tx, member.tenant_id);
  await endAuthority(context, tx, member, 'removed', { newOwner });
  await voidOwnerTokensAbout(tx, member.id, context.clock.now());
  const named = await tenantParams(tx, member.tenant_id);
  await sendNotice(context, tx, member, 'member_removed', noticeOrigin(actor, client), named);
  await recordEvent(context, tx, {
    action: 'removeMember',
    actor,
    client,
    target: userTarget(member),
    details: { role: member.role, heir_id: newOwner.id },
  });
};
