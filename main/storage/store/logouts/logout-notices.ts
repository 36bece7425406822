import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ApplicationSessionTable, ApplicationTable, LogoutNoticeTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne, changedRows, countOf, toInteger } from '../sql.ts';

export type LogoutNoticeRow = Selectable<LogoutNoticeTable>;

/** Rows of one statement: databases take no more than 32,766 values. */
const atOnce = 500;

/** The organization of an application that wants to be told. */
const tenantToTell = async (db: Queries, applicationId: string): Promise<string | undefined> =>
  (
    await tablesOf(db)
      .selectFrom('applications')
      .select('tenant_id')
      .where('backchannel_logout_uri', 'is not', null)
      .where('id', '=', applicationId)
      .executeTakeFirst()
  )?.tenant_id;

/** Queues a notice for each session that an application was entered in, if the application wants to be told. */
export const queueLogoutNotices = async (
  db: Queries,
  left: readonly Selectable<ApplicationSessionTable>[],
  now: number,
): Promise<void> => {
  const tenantOf = new Map<string, string>();
  for (const id of new Set(left.map(({ application_id }) => application_id))) {
    const tenant = await tenantToTell(db, id);
    if (tenant !== undefined) tenantOf.set(id, tenant);
  }
  const rows = left.flatMap(({ sid, application_id, user_id, tells_sid }): LogoutNoticeRow[] => {
    const tenant_id = tenantOf.get(application_id);
    if (tenant_id === undefined) return [];
    const waiting = { attempts: 0, next_attempt_at: now, claimed_until: null, created_at: now };
    return [{ id: sid, tenant_id, application_id, user_id, tells_sid, ...waiting }];
  });
  for (let at = 0; at < rows.length; at += atOnce) {
    await tablesOf(db)
      .insertInto('logout_notices')
      .values(rows.slice(at, at + atOnce))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
};

/** Applications that notices wait for, unless nothing may be sent from here. */
const notified = (db: Queries) =>
  tablesOf(db)
    .selectFrom('applications')
    .selectAll('applications')
    .where('backchannel_logout_uri', 'is not', null)
    .where('tenant_id', 'not in', (query) => query.selectFrom('sample_tenants').select('tenant_id'))
    // A copy of the data must not speak for the original: what holds email holds notices.
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('mail_hold').select('mail_hold.id'))));

/** Also of organizations that are closed: their people were signed out just then. */
export const listNotifiedApplications = (db: Queries): Promise<Selectable<ApplicationTable>[]> =>
  notified(db)
    .where('id', 'in', ({ selectFrom }) => selectFrom('logout_notices').select('logout_notices.application_id'))
    .orderBy('id')
    .execute();

export const findNotifiedApplication = (
  db: Queries,
  tenantId: string,
  id: string,
): Promise<Selectable<ApplicationTable> | undefined> =>
  notified(db).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst();

interface DueNotices {
  now: number;
  /** No notice waits longer for its next attempt: a later instant comes from a clock that was ahead. */
  latest: number;
  /** The same for what an instance has claimed. */
  latestClaim: number;
  /** Those that are under way. */
  skip: readonly string[];
  limit: number;
}

/** The next notices for an application, those first that were attempted least. */
export const dueLogoutNotices = (
  db: Queries,
  applicationId: string,
  { now, latest, latestClaim, skip, limit }: DueNotices,
): Promise<LogoutNoticeRow[]> =>
  tablesOf(db)
    .selectFrom('logout_notices')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where(({ eb, or }) => or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
    .where(({ eb, or }) =>
      or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now), eb('claimed_until', '>', latestClaim)]),
    )
    .$if(skip.length > 0, (query) => query.where('id', 'not in', [...skip]))
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * When a notice can be attempted next, in milliseconds since the epoch. Undefined if none waits.
 * @param latestClaim claims that end later come from a clock that was ahead
 */
export const nextLogoutNoticeAt = async (db: Queries, latestClaim: number): Promise<number | undefined> => {
  const isClaimed = sql<SqlBool>`claimed_until > next_attempt_at and claimed_until <= ${latestClaim}`;
  const at = sql<number>`case when ${isClaimed} then claimed_until else next_attempt_at end`;
  const row = await tablesOf(db)
    .selectFrom('logout_notices')
    .select(({ fn }) => fn.min(at).as('at'))
    .executeTakeFirst();
  return row?.at === null || row?.at === undefined ? undefined : toInteger(row.at);
};

/** How many notices wait, and since when the oldest does, in milliseconds since the epoch. */
export const findWaitingNotices = async (db: Queries): Promise<{ count: number; since: number | undefined }> => {
  const row = await tablesOf(db)
    .selectFrom('logout_notices')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
  return { count: toInteger(row.count), since: row.since === null ? undefined : toInteger(row.since) };
};

/** How many notices wait for an application. */
export const countLogoutNotices = (db: Queries, applicationId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('logout_notices').where('application_id', '=', applicationId));

/** Claims a notice until an instant. False if another instance has it, or if it no longer waits. */
export const claimLogoutNotice = (
  db: Queries,
  { id, next_attempt_at, claimed_until }: Pick<LogoutNoticeRow, 'id' | 'next_attempt_at' | 'claimed_until'>,
  until: number,
): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('logout_notices')
      .set({ claimed_until: until })
      .where('id', '=', id)
      .where('next_attempt_at', '=', next_attempt_at)
      .where('claimed_until', claimed_until === null ? 'is' : '=', claimed_until),
  );

/** Which notice: a session that was entered and ended again since has another one of the same ID. */
type Attempted = Pick<LogoutNoticeRow, 'id' | 'created_at'>;

/** Lets a notice wait for its next attempt. */
export const retryLogoutNotice = (
  db: Queries,
  { id, created_at }: Attempted,
  retry: Pick<LogoutNoticeRow, 'attempts' | 'next_attempt_at'>,
) =>
  tablesOf(db)
    .updateTable('logout_notices')
    .set({ ...retry, claimed_until: null })
    .where('id', '=', id)
    .where('created_at', '=', created_at)
    .execute();

/** Lets everything that waits for an application be attempted no earlier than at an instant, or not later. */
export const moveLogoutNotices = (
  db: Queries,
  applicationId: string,
  to: { earliest: number } | { latest: number },
) => {
  const instant = 'earliest' in to ? to.earliest : to.latest;
  return tablesOf(db)
    .updateTable('logout_notices')
    .set({ next_attempt_at: instant })
    .where('application_id', '=', applicationId)
    .where('next_attempt_at', 'earliest' in to ? '<' : '>', instant)
    .execute();
};

/** Deletes a notice that was delivered or given up. */
export const deleteLogoutNotice = (db: Queries, { id, created_at }: Attempted) =>
  tablesOf(db).deleteFrom('logout_notices').where('id', '=', id).where('created_at', '=', created_at).execute();

/** Deletes what waits about a session by its `sid`: it no longer matters. */
export const dropLogoutNotice = (db: Queries, sid: string) =>
  tablesOf(db).deleteFrom('logout_notices').where('id', '=', sid).execute();

/** Deletes what waits for an application that is told nothing anymore. */
export const deleteLogoutNoticesFor = (db: Queries, applicationId: string) =>
  tablesOf(db).deleteFrom('logout_notices').where('application_id', '=', applicationId).execute();

/** Deletes up to `limit` notices that were queued before a timestamp. Returns how many. */
export const deleteLogoutNoticesBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('logout_notices')
      .where('id', 'in', (query) =>
        query
          .selectFrom('logout_notices')
          .select('id')
          .where('created_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
