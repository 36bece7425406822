import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { changeUserRole, findMember } from '../../store/users.ts';
import { confirmPassword } from '../common/confirm-password.ts';
import { presentMember } from '../common/presenters.ts';
import { recordEvent, userTarget } from '../common/record-event.ts';
import type { Handler } from '../handler.ts';
import { revokeUngovernedInvitations } from './revoke-ungoverned-invitations.ts';

/** Makes another active member an owner and the caller an admin, atomically. */
export const transferOwnership: Handler<typeof contract.team.transferOwnership> = async (
  context,
  { tenant_id, user_id, password },
  { caller, client },
) => {
  const { db, clock } = context;
  if (user_id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'already_owner' });
  await confirmPassword(context, caller, password);
  return db.transaction(async (tx) => {
    const newOwner = await findMember(tx, tenant_id, user_id);
    if (newOwner?.status !== 'active') throw new AppError('MEMBER_NOT_FOUND');
    const promoted =
      newOwner.role === 'owner' || (await changeUserRole(tx, tenant_id, newOwner.id, newOwner.role, 'owner'));
    const demoted = promoted && (await changeUserRole(tx, tenant_id, caller.user.id, 'owner', 'admin'));
    if (!demoted) throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });
    await revokeUngovernedInvitations(tx, { id: caller.user.id, tenant_id, role: 'admin' }, clock.now());
    await recordEvent(context, tx, {
      action: 'transferOwnership',
      actor: caller.user,
      client,
      target: userTarget(newOwner),
      details: { from: newOwner.role },
    });
    return { success: true, user: presentMember({ ...newOwner, role: 'owner' }) };
  });
};
