import type { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { countSessionHistory, listSessionHistory as listRows } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { expireSessionsOf } from '../identity/expire-sessions.ts';
import { readPage } from '../read-page.ts';
import { presentStartedSession } from './present-started-session.ts';

/** The caller's own sessions, including ended ones during their retention period (main/jobs/purge.ts). */
export const listSessionHistory: Handler<typeof contract.sessions.listSessionHistory> = async (
  context,
  input,
  { caller, client },
) => {
  const { db } = context;
  // Otherwise expired sessions that no one has used since would still show as open.
  await expireSessionsOf(context, caller.user.tenantId);
  const filter = { userId: caller.user.id, state: input.state, endReason: input.end_reason };
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page));
  return {
    sessions: rows.map((row) => ({
      ...presentStartedSession(context, row, caller.sessionId),
      ended_at: row.ended_at === null ? null : toIso(row.ended_at),
      end_reason: row.end_reason,
    })),
    total: await countSessionHistory(db.read, filter),
  };
};
