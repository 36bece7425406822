import type { contract } from '#shared/contract/index.ts';
import { listOpenSessions } from '../../store/sessions.ts';
import { findGovernedMember } from '../common/find-governed-member.ts';
import { presentStartedSession } from '../common/presenters.ts';
import type { Handler } from '../handler.ts';

/** A member's open sessions, for callers who govern them. */
export const listMemberSessions: Handler<typeof contract.sessions.listMemberSessions> = async (
  context,
  { user_id },
  { caller },
) => {
  const { db, clock, callers } = context;
  const member = await findGovernedMember(db.read, caller, user_id);
  await callers.flush();
  const rows = await listOpenSessions(db.read, member.id, clock.now());
  return { sessions: rows.map((row) => presentStartedSession(context, row, caller.sessionId)) };
};
