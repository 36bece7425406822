import type { contract } from '#shared/contract/index.ts';
import { bulkResults } from '../bulk-results.ts';
import type { Handler } from '../handler.ts';
import { confirmBeforeOwners } from './confirm-before-owners.ts';
import { setMemberRole } from './set-member-role.ts';

/** Changes each member's role in its own transaction. */
export const changeRoles: Handler<typeof contract.team.changeRoles> = async (
  context,
  { user_ids, role, from },
  call,
) => {
  const change = (userId: string) =>
    call.transaction((tx, caller) =>
      setMemberRole(context, tx, { caller, client: call.client }, { userId, role, from }),
    );
  await confirmBeforeOwners(call, user_ids);
  return {
    results: (await bulkResults(context, user_ids, change)).map(({ item, result }) => ({ user_id: item, ...result })),
  };
};
