import type { contract } from '#shared/contract/index.ts';
import { countOpenSessionsFound, listOpenSessionsOfTenant } from '../../storage/store/identity/open-sessions.ts';
import type { Handler } from '../handler.ts';
import { byActivity } from '../presenters.ts';
import { presentStartedSession } from './present-started-session.ts';

/** The open sessions of everyone in the team. */
export const listTeamSessions: Handler<typeof contract.sessions.listTeamSessions> = async (
  context,
  { tenant_id, q, limit, offset },
  { caller },
) => {
  const { db, callers } = context;
  const filter = { tenantId: tenant_id, q, at: callers.openAt(tenant_id) };
  const rows = await listOpenSessionsOfTenant(db.read, filter, { limit, offset });
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
