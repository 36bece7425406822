import { isOwner } from '#shared/rules/permissions.ts';
import { standingOf } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { changeUserRole } from '../../storage/store/identity/account-standing.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { applyRole } from '../identity/apply-role.ts';
import { assertOwnerCanAct } from '../identity/assert-owner-can-act.ts';
import { grantBy } from '../identity/grant-by.ts';
import { type Notified, noticeOrigin } from '../identity/notices.ts';
import { notifyOfOwner, notifyOfRole } from '../identity/owner-notices.ts';
import { type AuditActor, recordEvent, userTarget } from '../recording/record-event.ts';

interface Handover {
  /** An active member, who may be an owner already. */
  newOwner: UserRow;
  /** The active owner who becomes an admin; absent if everyone keeps their role. */
  former?: Notified | undefined;
  actor: AuditActor;
  /** Without one, the operator acts. */
  client?: Client | undefined;
  /** The session that hands over, if one does. */
  sessionId?: string | undefined;
}

/**
 * Makes a member an owner and a former owner an admin, atomically.
 * @throws AppError STATE_CONFLICT if either role has changed meanwhile, LAST_OWNER
 */
export const handOver = async (
  context: AppContext,
  tx: WriteTransaction,
  { newOwner, former, actor, client, sessionId }: Handover,
): Promise<void> => {
  const { tenant_id: tenantId } = newOwner;
  const grant = grantBy(actor, context.clock.now());
  const isPromoted =
    isOwner(newOwner.role) || (await changeUserRole(tx, tenantId, newOwner.id, newOwner.role, 'owner', grant));
  const isDemoted = !former || (await changeUserRole(tx, tenantId, former.id, 'owner', 'admin', grant));
  if (!isPromoted || !isDemoted) throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });
  if (former) await assertOwnerCanAct(context, tx, tenantId);
  if (!isOwner(newOwner.role)) await applyRole(context, tx, { ...newOwner, role: 'owner' }, newOwner.role);
  if (former) await applyRole(context, tx, { id: former.id, tenant_id: tenantId, role: 'admin' }, 'owner');
  await recordEvent(context, tx, {
    action: 'transferOwnership',
    actor,
    client,
    target: userTarget(newOwner),
    details: { from: newOwner.role },
  });
  const origin = noticeOrigin(actor, client);
  if (!isOwner(newOwner.role)) {
    await notifyOfOwner(context, tx, {
      owner: newOwner,
      previousRole: standingOf(newOwner),
      origin,
      sessionId,
      former,
    });
  }
  if (former && former.id !== actor.id) await notifyOfRole(context, tx, { ...former, role: 'admin' }, origin);
};
