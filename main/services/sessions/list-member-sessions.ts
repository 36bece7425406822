import type { contract } from '#shared/contract/index.ts';
import { listOpenSessions } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { byActivity } from '../presenters.ts';
import { presentStartedSession } from './present-started-session.ts';
import { seenMember } from './seen-member.ts';

/** A member's open sessions, for callers who see everyone's. */
export const listMemberSessions: Handler<typeof contract.sessions.listMemberSessions> = async (
  context,
  { user_id },
  { caller },
) => {
  const { db, callers } = context;
  const member = await seenMember(db.read, caller, user_id);
  const rows = await listOpenSessions(db.read, member.id, callers.openAt(caller.user.tenantId));
  return {
    sessions: rows.map((row) => presentStartedSession(context, row, caller.sessionId)).toSorted(byActivity),
    total: rows.length,
  };
};
