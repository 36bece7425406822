import { type Expression, type Selectable, sql } from 'kysely';
import { day } from '#shared/rules/limits.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { AuditEventTable } from '../../database/audit-log-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byNumber, cut, inOrder, type Listed, listPage, type Page } from '../paging.ts';
import { countOf, toInteger } from '../sql.ts';
import { searchTexts } from './audit-search-texts.ts';

export type AuditEventRow = Selectable<AuditEventTable>;

export const insertAuditEvent = (
  db: Queries,
  row: Omit<AuditEventRow, 'actor_text' | 'target_text' | 'actor_erased_for' | 'target_erased_for'>,
) =>
  tablesOf(db)
    .insertInto('audit_events')
    .values({ ...row, ...searchTexts(row), actor_erased_for: null, target_erased_for: null })
    .execute();

export const auditEventHash = async (db: Queries, tenantId: string, sequence: number): Promise<string | undefined> =>
  (
    await tablesOf(db)
      .selectFrom('audit_events')
      .select('hash')
      .where('tenant_id', '=', tenantId)
      .where('sequence', '=', sequence)
      .executeTakeFirst()
  )?.hash;

/** How often something happened on each day since an instant. Days are counted from the epoch, in UTC. */
export const countEventsByDay = async (
  db: Queries,
  tenantId: string,
  actions: readonly AuditAction[],
  since: number,
): Promise<{ day: number; action: AuditAction; count: number }[]> => {
  const number = sql<number>`at / ${sql.lit(day)}`;
  const rows = await tablesOf(db)
    .selectFrom('audit_events')
    .select(({ fn }) => [number.as('day'), 'action', fn.countAll().as('count')])
    .where('tenant_id', '=', tenantId)
    .where('action', 'in', actions)
    .where('at', '>=', since)
    .groupBy([number, 'action'])
    .execute();
  return rows.map((row) => ({ day: toInteger(row.day), action: row.action, count: toInteger(row.count) }));
};

/** The last row's sequence number; 0 if there are no rows. */
export const lastAuditSequence = async (db: Queries, tenantId: string): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
};

/** Rows after a sequence number, in order. */
export const auditEventsAfter = (
  db: Queries,
  tenantId: string,
  sequence: number,
  limit: number,
  actions?: readonly AuditAction[],
): Promise<AuditEventRow[]> => {
  const query = tablesOf(db)
    .selectFrom('audit_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit);
  return (actions ? query.where('action', 'in', actions) : query).execute();
};

/** Rows after a sequence number that a person caused, or that are about them, in order. */
export const auditEventsOfPersonAfter = (
  db: Queries,
  { id, tenant_id }: { id: string; tenant_id: string },
  sequence: number,
  limit: number,
): Promise<AuditEventRow[]> =>
  tablesOf(db)
    .selectFrom('audit_events')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('sequence', '>', sequence)
    .where(({ eb, or }) => or([eb('actor_id', '=', id), eb('target_id', '=', id)]))
    .orderBy('sequence')
    .limit(limit)
    .execute();

/** Whether a row with this action follows a sequence number. */
export const hasAuditActionAfter = async (
  db: Queries,
  tenantId: string,
  action: AuditAction,
  sequence: number,
): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('action', '=', action)
    .where('sequence', '>', sequence)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface AuditFilter {
  tenantId: string;
  q?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
  /** What concerns a workspace: itself, and who belongs to it. */
  workspace?: string | undefined;
  /** Any of these. */
  actions?: readonly AuditAction[] | undefined;
  /** Timestamps: `from` is inclusive, `to` exclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Sequence numbers of the entries that match `q`, if an index could tell. */
  found?: readonly number[] | undefined;
}

/** How many entries match, after the number `removed`, up to `last`. */
export interface CountedEvents {
  total: number;
  removed: number;
  last: number;
}

/** Entries with a sequence number above `after`, up to `upTo`, except those up to `removed`. */
interface Stretch {
  after: number;
  upTo: number;
  removed?: number;
}

/** What the time and the actions of a filter are compared with. */
interface Filtered {
  at: Expression<number>;
  action: Expression<AuditAction>;
}
const indexed: Filtered = { at: sql.ref<number>('at'), action: sql.ref<AuditAction>('action') };

/** The time in an expression that has no index, for reads in the order of the log. */
const unindexedAt: Filtered = { ...indexed, at: sql<number>`${sql.ref('at')} + 0` };

/** The same for several actions. An index has the rows of a single one in the order of the log. */
const unindexed: Filtered = { ...unindexedAt, action: sql<AuditAction>`${sql.ref('action')} || ''` };

/** Few entries are removed and not deleted yet: no reason to choose another index. */
const unindexedSequence = sql<number>`${sql.ref('sequence')} + 0`;

/** Each half searches an index of its own. Roles name their member as target, and the workspace in the details. */
const eventsOfWorkspace = (db: Queries, tenantId: string, workspaceId: string) => {
  const events = tablesOf(db).selectFrom('audit_events').select('sequence').where('tenant_id', '=', tenantId);
  const detail = JSON.stringify({ workspace_id: workspaceId }).slice(1, -1);
  return events
    .where('target_id', '=', workspaceId)
    .unionAll(
      events
        .where('action', 'in', ['setWorkspaceMember', 'removeWorkspaceMember'])
        .where(({ ref }) => contains(sql<string>`lower(${ref('details')})`, detail)),
    );
};

const matching = (
  db: Queries,
  { tenantId, q, actor, target, workspace, actions, from, to, found }: AuditFilter,
  { after, upTo, removed = 0 }: Stretch,
  { at, action }: Filtered = indexed,
) => {
  let query = tablesOf(db).selectFrom('audit_events').where('tenant_id', '=', tenantId).where('sequence', '<=', upTo);
  if (after > 0) query = query.where('sequence', '>', after);
  if (removed > 0) query = query.where(({ eb }) => eb(unindexedSequence, '>', removed));
  if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (target !== undefined) query = query.where('target_id', '=', target);
  if (workspace !== undefined) query = query.where('sequence', 'in', eventsOfWorkspace(db, tenantId, workspace));
  if (actions) query = query.where(({ eb }) => eb(action, 'in', actions));
  if (from !== undefined) query = query.where(({ eb }) => eb(at, '>=', from));
  if (to !== undefined) query = query.where(({ eb }) => eb(at, '<', to));
  if (found) query = query.where('sequence', 'in', found);
  if (!q) return query;
  return query.where(({ or, ref }) => or([contains(ref('actor_text'), q), contains(ref('target_text'), q)]));
};

/** With more entries in a time range or of several actions, reading the log in order is faster than sorting them. */
const sortedAtMost = 5_000;

/** The newest entries, at most `limit`. */
export const latestAuditEvents = (
  db: Queries,
  filter: Pick<AuditFilter, 'tenantId' | 'actor' | 'target' | 'actions' | 'from'>,
  limit: number,
): Promise<AuditEventRow[]> =>
  matching(db, filter, { after: 0, upTo: Number.MAX_SAFE_INTEGER })
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();

const newestFirst = [byNumber('audit_events', 'sequence', 'desc')];

/** The counted entries, by an index or in the order of the log, whichever is faster. */
const countedEvents = (db: Queries, filter: AuditFilter, { total, removed, last }: CountedEvents) => {
  const isOneOf = filter.actions !== undefined && filter.actions.length > 1;
  const filtered = total > sortedAtMost ? (isOneOf ? unindexed : unindexedAt) : indexed;
  return matching(db, filter, { after: 0, upTo: last, removed }, filtered).selectAll();
};

/**
 * A page of the counted entries, newest first. Skips from the nearer end of the log.
 * @throws ForeignPageEnd
 */
export const listAuditEvents = async (
  db: Queries,
  filter: AuditFilter,
  page: Page,
  counted: CountedEvents,
): Promise<Listed<AuditEventRow>> => {
  if (page.after) return listPage(countedEvents(db, filter, counted), newestFirst, page);
  const rows = await readEvents(db, filter, { ...page, limit: page.limit + 1 }, counted);
  return cut(rows, page, newestFirst);
};

const readEvents = async (
  db: Queries,
  filter: AuditFilter,
  page: Page,
  counted: CountedEvents,
): Promise<AuditEventRow[]> => {
  const { total, removed, last } = counted;
  const size = Math.min(page.limit, total - page.offset);
  if (size <= 0) return [];
  // Without a filter, entries are numbered without gaps.
  if (total === last - removed) {
    const upTo = last - page.offset;
    return inOrder(matching(db, filter, { after: upTo - size, upTo }).selectAll(), newestFirst).execute();
  }
  const reversed = page.offset > total / 2;
  const rows = await countedEvents(db, filter, counted)
    .orderBy('sequence', reversed ? 'asc' : 'desc')
    .limit(size)
    .offset(reversed ? total - page.offset - size : page.offset)
    .execute();
  return reversed ? rows.reverse() : rows;
};

export const countAuditEvents = (db: Queries, filter: AuditFilter, stretch: Stretch): Promise<number> =>
  countOf(matching(db, filter, stretch, stretch.after > 0 ? unindexedAt : indexed));

/** Tenants whose log has a row or a head. */
export const listLogTenantIds = async (db: Queries): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('audit_heads')
    .select('tenant_id')
    .union(tablesOf(db).selectFrom('audit_events').select('tenant_id').distinct())
    .orderBy('tenant_id')
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};
