import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { AppContext } from '../context.ts';
import { endMembership } from './end-membership.ts';
import { planMemberRemoval } from './plan-member-removal.ts';
import type { RequestActor } from './request-actor.ts';

/**
 * Seed 000 §4 #15: removes a member whom the caller governs.
 * @throws AppError MEMBER_NOT_FOUND, ROLE_NOT_ALLOWED, REAUTHENTICATION_REQUIRED, LAST_OWNER
 */
export const applyMemberRemoval = async (
  context: AppContext,
  tx: WriteTransaction,
  requestActor: RequestActor,
  userId: string,
): Promise<void> => {
  const { caller, client } = requestActor;
  const plan = await planMemberRemoval(context, tx, requestActor, userId);
  await endMembership(context, tx, { ...plan, actor: caller.principal, client });
};
