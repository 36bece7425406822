import type { contract } from '#shared/contract/index.ts';
import { listOpenSessions } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { findGovernedMember } from '../identity/find-governed-member.ts';
import { presentStartedSession } from './present-started-session.ts';

/** A member's open sessions, for callers who govern them. */
export const listMemberSessions: Handler<typeof contract.sessions.listMemberSessions> = async (
  context,
  { user_id },
  { caller },
) => {
  const { db, clock, callers } = context;
  const member = await findGovernedMember(db.read, caller, user_id);
  await callers.flushReturned(caller.user.tenantId);
  const rows = await listOpenSessions(db.read, member.id, clock.now());
  return {
    sessions: rows.map((row) => presentStartedSession(context, row, caller.sessionId)),
    total: rows.length,
  };
};
