import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { forEachSequential, toResult } from './bulk-results.ts';
import { setMemberRole } from './set-member-role.ts';

/** Changes the role of each, in a transaction of their own. */
export const changeRoles: Handler<typeof contract.team.changeRoles> = async (
  context,
  { user_ids, role, from },
  call,
) => {
  const change = (userId: string) =>
    context.db.transaction((tx) => setMemberRole(context, tx, call, { userId, role, from }));
  return {
    results: await forEachSequential(user_ids, async (user_id) => ({
      user_id,
      ...(await toResult(context, () => change(user_id))),
    })),
  };
};
