import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { applyMemberRemoval } from './apply-member-removal.ts';
import { forEachSequential, toResult } from './bulk-results.ts';

/** Removes each member in its own transaction. */
export const removeMembers: Handler<typeof contract.team.removeMembers> = async (context, { user_ids }, call) => {
  const remove = (userId: string) =>
    context.db.transaction({ tenant: call.caller.user.tenantId }, (tx) =>
      applyMemberRemoval(context, tx, call, userId),
    );
  return {
    results: await forEachSequential(user_ids, async (user_id) => ({
      user_id,
      ...(await toResult(context, () => remove(user_id))),
    })),
  };
};
