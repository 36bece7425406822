import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { applyMemberRemoval } from './apply-member-removal.ts';

/** Seed 000 §4 #15. */
export const removeMember: Handler<typeof contract.team.removeMember> = async (context, { user_id }, call) => {
  await call.transaction((tx, caller) => applyMemberRemoval(context, tx, { caller, client: call.client }, user_id));
  return { success: true, message: 'Member removed.' };
};
