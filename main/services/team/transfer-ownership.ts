import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { changeUserRole, findMember } from '../../store/identity/users.ts';
import { recordEvent, userTarget } from '../audit-log/record-event.ts';
import type { Handler } from '../handler.ts';
import { applyRole } from './apply-role.ts';
import { presentMember } from './present-member.ts';

/** Makes another active member an owner and the caller an admin, atomically. */
export const transferOwnership: Handler<typeof contract.team.transferOwnership> = async (
  context,
  { tenant_id, user_id, password },
  { caller, client, confirmPassword, transaction },
) => {
  const { clock } = context;
  if (user_id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'already_owner' });
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const newOwner = await findMember(tx, tenant_id, user_id);
    if (newOwner?.status !== 'active') throw new AppError('MEMBER_NOT_FOUND');
    const promoted =
      newOwner.role === 'owner' || (await changeUserRole(tx, tenant_id, newOwner.id, newOwner.role, 'owner'));
    const demoted = promoted && (await changeUserRole(tx, tenant_id, caller.user.id, 'owner', 'admin'));
    if (!demoted) throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });
    const now = clock.now();
    if (newOwner.role !== 'owner') await applyRole(tx, { ...newOwner, role: 'owner' }, now);
    await applyRole(tx, { id: caller.user.id, tenant_id, role: 'admin' }, now);
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
