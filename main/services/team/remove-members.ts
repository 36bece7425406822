import type { contract } from '#shared/contract/index.ts';
import { bulkResults } from '../bulk-results.ts';
import type { Handler } from '../handler.ts';
import { applyMemberRemoval } from './apply-member-removal.ts';
import { confirmBeforeOwners } from './confirm-before-owners.ts';

/** Removes each member in its own transaction. */
export const removeMembers: Handler<typeof contract.team.removeMembers> = async (context, { user_ids }, call) => {
  const remove = (userId: string) =>
    call.transaction((tx, caller) => applyMemberRemoval(context, tx, { caller, client: call.client }, userId));
  await confirmBeforeOwners(call, user_ids);
  return {
    results: (await bulkResults(context, user_ids, remove)).map(({ item, result }) => ({ user_id: item, ...result })),
  };
};
