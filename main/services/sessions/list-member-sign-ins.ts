import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import type { Handler } from '../handler.ts';
import { readSignIns } from './read-sign-ins.ts';

/** A member's sign-ins, for callers who see everyone's sessions. */
export const listMemberSignIns: Handler<typeof contract.sessions.listMemberSignIns> = async (
  context,
  { tenant_id, user_id, ...asked },
  { caller, client },
) => {
  const member = found(await findMember(context.db.read, tenant_id, user_id), 'MEMBER_NOT_FOUND');
  return readSignIns(context, member, asked, { client, sessionId: caller.sessionId });
};
