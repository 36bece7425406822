import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { readSignIns } from './read-sign-ins.ts';
import { seenMember } from './seen-member.ts';

/** A member's sign-ins, for callers who see everyone's sessions. */
export const listMemberSignIns: Handler<typeof contract.sessions.listMemberSignIns> = async (
  context,
  { tenant_id: _tenant, user_id, ...asked },
  { caller, client },
) => {
  const member = await seenMember(context.db.read, caller, user_id);
  return readSignIns(context, member, asked, { client, sessionId: caller.sessionId });
};
