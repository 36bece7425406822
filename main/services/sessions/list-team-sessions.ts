import type { contract } from '#shared/contract/index.ts';
import { countOpenSessionsFound, listOpenSessionsOfTenant } from '../../storage/store/identity/open-sessions.ts';
import type { Handler } from '../handler.ts';
import { byActivity } from '../presenters.ts';
import { readPage } from '../read-page.ts';
import { presentStartedSession } from './present-started-session.ts';

/** The open sessions of everyone in the team. */
export const listTeamSessions: Handler<typeof contract.sessions.listTeamSessions> = async (
  context,
  input,
  { caller, client },
) => {
  const { db, callers } = context;
  const { tenant_id, q } = input;
  const filter = { tenantId: tenant_id, q, at: callers.openAt(tenant_id) };
  const rows = await readPage(input, client, (page) => listOpenSessionsOfTenant(db.read, filter, page));
  return {
    sessions: rows
      .map(({ name, email, ...row }) => ({
        ...presentStartedSession(context, row, caller.sessionId),
        user_id: row.user_id,
        name,
        email,
      }))
      .toSorted(byActivity),
    total: await countOpenSessionsFound(db.read, filter),
  };
};
