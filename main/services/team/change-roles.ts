import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { forEachSequential, toResult } from './bulk-results.ts';
import { setMemberRole } from './set-member-role.ts';

/** Changes each member's role in its own transaction. */
export const changeRoles: Handler<typeof contract.team.changeRoles> = async (
  context,
  { user_ids, role, from },
  call,
) => {
  const change = (userId: string) =>
    context.db.transaction({ tenant: call.caller.user.tenantId }, (tx) =>
      setMemberRole(context, tx, call, { userId, role, from }),
    );
  return {
    results: await forEachSequential(user_ids, async (user_id) => ({
      user_id,
      ...(await toResult(context, () => change(user_id))),
    })),
  };
};
