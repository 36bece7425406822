import type { contract } from '#shared/contract/index.ts';
import { listOpenSessions } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { byActivity, presentSession } from '../presenters.ts';

/** Seed 000 §4 #17: the caller's own sessions. */
export const listSessions: Handler<typeof contract.sessions.listSessions> = async (context, _input, { caller }) => {
  const { db, callers } = context;
  const at = callers.openAt(caller.user.tenantId);
  const rows = await listOpenSessions(db.read, caller.user.id, at);
  return { sessions: rows.map((row) => presentSession(context, row, caller.sessionId)).toSorted(byActivity) };
};
