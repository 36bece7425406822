import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { notified } from '../identity/notices.ts';
import { handOver } from './hand-over.ts';
import { presentMember } from './present-member.ts';

/** Makes another active member an owner and the caller an admin, atomically. */
export const transferOwnership: Handler<typeof contract.team.transferOwnership> = async (
  context,
  { tenant_id, user_id, password },
  { caller, client, confirmPassword, transaction },
) => {
  if (user_id === caller.user.id) throw new AppError('STATE_CONFLICT', { reason: 'already_owner' });
  await confirmPassword(password);
  return transaction(async (tx, caller) => {
    const newOwner = await findMember(tx, tenant_id, user_id);
    if (newOwner?.status !== 'active') throw new AppError('MEMBER_NOT_FOUND');
    const { user: former, sessionId } = caller;
    await handOver(context, tx, { newOwner, former: notified(former), actor: former, client, sessionId });
    return { success: true, user: presentMember({ ...newOwner, role: 'owner', guest: 0 }) };
  });
};
