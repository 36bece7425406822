import type { contract } from '#shared/contract/index.ts';
import { pagination } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { listAuditEvents } from '../../storage/store/audit/audit-events.ts';
import { listOpenSessions } from '../../storage/store/identity/sessions.ts';
import type { Handler } from '../handler.ts';
import { presentSession } from '../presenters.ts';
import { personData } from './person-data.ts';
import { presentUser } from './present-user.ts';

/** Everything stored about the caller, without secrets. */
export const exportMe: Handler<typeof contract.profile.exportMe> = async (context, _input, { caller }) => {
  const { db, clock, callers, auditCounts } = context;
  const { id, tenantId } = caller.user;
  const now = clock.now();
  const sessions = await listOpenSessions(db.read, id, callers.openAt(tenantId));
  const own = { tenantId, actor: id };
  const page = { limit: pagination.maxLimit, offset: 0 };
  const { rows: activity } = await listAuditEvents(db.read, own, page, await auditCounts.count(own));
  return {
    exported_at: toIso(now),
    user: presentUser(caller),
    ...(await personData(context, id, tenantId)),
    sessions: sessions.map((row) => presentSession(context, row, caller.sessionId)),
    activity: activity.map(({ at, action, ip_address }) => ({ at: toIso(at), action, ip_address })),
  };
};
