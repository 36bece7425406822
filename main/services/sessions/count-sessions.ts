import type { contract } from '#shared/contract/index.ts';
import { countOpenSessionsOf } from '../../storage/store/identity/open-sessions.ts';
import type { Handler } from '../handler.ts';

/** How many people are signed in to the tenant, for callers who may end their sessions. */
export const countSessions: Handler<typeof contract.sessions.countSessions> = async (context, { tenant_id }) => {
  const { db, clock, callers } = context;
  await callers.flushReturned(tenant_id);
  return countOpenSessionsOf(db.read, tenant_id, clock.now());
};
