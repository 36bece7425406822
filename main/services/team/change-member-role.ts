import { isOwner } from '#shared/rules/permissions.ts';
import { mayBeGuest, type Role, standingOf } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { changeUserRole } from '../../storage/store/identity/account-standing.ts';
import { deleteGrantsAbout } from '../../storage/store/identity/owner-grants.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { applyRole } from '../identity/apply-role.ts';
import { assertActive } from '../identity/assert-active.ts';
import { assertOwnerCanAct } from '../identity/assert-owner-can-act.ts';
import { grantBy } from '../identity/grant-by.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { notifyOfOwner, notifyOfRole } from '../identity/owner-notices.ts';
import { type AuditActor, recordEvent, userTarget } from '../recording/record-event.ts';

/** Who changes a role, and to what. With `from`, only if the member still has that role. Without a client, the operator does. */
interface MemberRoleChange {
  role: Role;
  from?: Role | undefined;
  actor: AuditActor;
  client?: Client | undefined;
  /** The session that changes it, if one does. */
  sessionId?: string | undefined;
}

/**
 * Changes the role of an active member, whoever decided so, and returns the updated member. An active owner always remains,
 * even if two people act at once.
 * @throws AppError LAST_OWNER, STATE_CONFLICT
 */
export const changeMemberRole = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  { role, from, actor, client, sessionId }: MemberRoleChange,
): Promise<UserRow> => {
  assertActive(member);
  if (from !== undefined && member.role !== from) {
    throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });
  }
  if (member.role === role) return member;
  const grant = grantBy(actor, context.clock.now());
  if (!(await changeUserRole(tx, member.tenant_id, member.id, member.role, role, grant))) {
    throw new AppError('LAST_OWNER', { reason: 'only_owner' });
  }
  if (isOwner(member.role)) await assertOwnerCanAct(context, tx, member.tenant_id);
  const changed = { ...member, role, guest: mayBeGuest(role) ? member.guest : (0 as const) };
  await applyRole(context, tx, changed, member.role);
  await recordEvent(context, tx, {
    action: 'changeRole',
    actor,
    client,
    target: userTarget(member),
    details: { from: member.role, to: role, ...(member.guest === 1 && !mayBeGuest(role) && { guest: true }) },
  });
  const origin = noticeOrigin(actor, client);
  if (isOwner(role)) {
    if (client === undefined) await deleteGrantsAbout(tx, member.id);
    await notifyOfOwner(context, tx, { owner: changed, previousRole: standingOf(member), origin, sessionId });
  } else await notifyOfRole(context, tx, changed, origin);
  return changed;
};
