import type { contract } from '#shared/contract/index.ts';
import { countOpenSessionsOf } from '../../storage/store/identity/open-sessions.ts';
import type { Handler } from '../handler.ts';

/** How many people are signed in to the tenant, for callers who may end their sessions. */
export const countSessions: Handler<typeof contract.sessions.countSessions> = async ({ db, callers }, { tenant_id }) =>
  countOpenSessionsOf(db.read, tenant_id, callers.openAt(tenant_id));
