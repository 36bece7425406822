import type { contract } from '#shared/contract/index.ts';
import { countSessionHistory, listSessionHistory as listRows } from '../../store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { expireAndFlushSessions } from '../identity/expire-sessions.ts';
import { presentSessionRecord } from '../presenters.ts';

/** The caller's own sessions, including ended ones during their retention period (main/jobs/purge.ts). */
export const listSessionHistory: Handler<typeof contract.sessions.listSessionHistory> = async (
  context,
  { limit, offset, state, end_reason },
  { caller },
) => {
  const { db } = context;
  // Otherwise expired sessions that nobody has used since would still show as open.
  await expireAndFlushSessions(context);
  const filter = { userId: caller.user.id, state, endReason: end_reason };
  const rows = await listRows(db.read, filter, { limit, offset });
  return {
    sessions: rows.map((row) => presentSessionRecord(context, row, caller.sessionId)),
    total: await countSessionHistory(db.read, filter),
  };
};
