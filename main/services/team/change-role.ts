import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { presentMember } from './present-member.ts';
import { setMemberRole } from './set-member-role.ts';

/** Changes one member's role (seed 000 §4 #14). */
export const changeRole: Handler<typeof contract.team.changeRole> = async (context, { user_id, role }, call) => {
  const member = await call.transaction((tx, caller) =>
    setMemberRole(context, tx, { caller, client: call.client }, { userId: user_id, role }),
  );
  return { success: true, user: presentMember(member) };
};
