import { hour, minute } from '#shared/rules/limits.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { countOf, toInteger } from '../sql.ts';
import { type OpenAt, openForUsers, openSessions, type SessionRow, usedAfter } from './sessions.ts';

/** Counts a tenant's open sessions and the people who have them. Reads an index alone. */
export const countOpenSessionsOf = async (
  db: Queries,
  tenantId: string,
  at: OpenAt,
): Promise<{ sessions: number; people: number }> => {
  const limits = await tablesOf(db)
    .selectFrom('tenants')
    .select(['session_idle_minutes', 'session_max_hours'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (!limits) return { sessions: 0, people: 0 };
  const { session_idle_minutes: idleMinutes, session_max_hours: maxHours } = limits;
  const { sessions, people } = await openSessions(db, at)
    .where('tenant_id', '=', tenantId)
    .where(usedAfter(at.now - idleMinutes * minute, at))
    .$if(maxHours !== null, (query) => query.where('created_at', '>', at.now - (maxHours ?? 0) * hour))
    .select(({ fn }) => [fn.countAll().as('sessions'), fn.count('user_id').distinct().as('people')])
    .executeTakeFirstOrThrow();
  return { sessions: toInteger(sessions), people: toInteger(people) };
};

export interface TenantSessionFilter {
  tenantId: string;
  at: OpenAt;
  /** Part of the user's name or address. */
  q?: string | undefined;
}

const openOfTenant = (db: Queries, { tenantId, at, q }: TenantSessionFilter) => {
  const query = openForUsers(db, at).where('users.tenant_id', '=', tenantId);
  return q ? query.where(({ ref }) => contains(ref('users.search_text'), q)) : query;
};

export const countOpenSessionsFound = (db: Queries, filter: TenantSessionFilter): Promise<number> =>
  countOf(openOfTenant(db, filter));

/** A page of a tenant's open sessions, last active first. */
export const listOpenSessionsOfTenant = (
  db: Queries,
  filter: TenantSessionFilter,
  page: Page,
): Promise<Listed<SessionRow & { name: string; email: string }>> =>
  listPage(
    openOfTenant(db, filter).selectAll('sessions').select(['users.name', 'users.email']),
    [byNumber('sessions', 'last_active_at', 'desc'), byText('sessions', 'id')],
    page,
  );

/** A page of everyone's open sessions by ID, or of one user's, with the address of the account. */
export const listAllOpenSessions = (
  db: Queries,
  { userId, after, at, limit }: { userId: string | undefined; after: string; at: OpenAt; limit: number },
): Promise<(SessionRow & { email: string })[]> => {
  const query = openForUsers(db, at)
    .selectAll('sessions')
    .select('users.email')
    .where('sessions.id', '>', after)
    .orderBy('sessions.id')
    .limit(limit);
  return (userId === undefined ? query : query.where('sessions.user_id', '=', userId)).execute();
};
