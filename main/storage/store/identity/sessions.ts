import { type Expression, expressionBuilder, type Selectable, sql } from 'kysely';
import { hour, lifetimesMs, minute } from '#shared/rules/limits.ts';
import type { EndReason } from '#shared/texts/errors.ts';
import { clockDifferenceMs } from '../../../platform/remaining-wait.ts';
import type { ConfirmedWith, SessionTable } from '../../database/identity-schema.ts';
import type { Queries, Schema } from '../../database/schema.ts';
import { inMs, isListed } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import {
  leaveAllApplications,
  leaveApplicationsIn,
  leaveApplicationsOf,
  leaveApplicationsOfTenant,
} from '../logouts/application-sessions.ts';
import { byNumber, byText, type Listed, listPage, type Page, type SortedBy } from '../paging.ts';
import { changedOne, changedRows, countOf } from '../sql.ts';
import { endAllGrants, endGrantsIn, endGrantsOf, endGrantsOfTenant } from './application-grants.ts';

export type SessionRow = Omit<Selectable<SessionTable>, 'tenant_id'>;

/** Why a session ends that no one has ended. */
export type Lapse = Extract<EndReason, 'expired' | 'idle'>;

/** Why a session ends that someone has ended. */
export type Ending = Exclude<EndReason, Lapse>;

/** What tells open sessions from those that have lapsed. */
export interface OpenAt {
  readonly now: number;
  /** Those that were used again after a pause, which isn't stored yet: they aren't idle. */
  readonly returned: readonly string[];
}

/** Used after an instant, also if that isn't stored yet. */
export const usedAfter = (instant: number | Expression<number>, { returned }: OpenAt) => {
  const sessions = expressionBuilder<Schema, 'sessions'>();
  const isStored = sessions('sessions.last_active_at', '>', instant);
  // One parameter, however many there are.
  const hasReturned = isListed(sessions.ref('sessions.id'), sessions.val(JSON.stringify(returned)));
  return returned.length === 0 ? isStored : sessions.or([isStored, hasReturned]);
};

/** Open by the limits of the contract: not ended, within the lifetime of its refresh token, and not idle. */
export const openSessions = (db: Queries, at: OpenAt) =>
  tablesOf(db)
    .selectFrom('sessions')
    .where('ended_at', 'is', null)
    .where('sessions.expires_at', '>', at.now)
    .where(usedAfter(at.now - lifetimesMs.idleLogout, at));

/** Open also by the limits of the user's organization (DECISION 0135). */
export const openForUsers = (db: Queries, at: OpenAt) =>
  openSessions(db, at)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .where(({ eb, ref }) => usedAfter(eb(eb.val(at.now), '-', inMs(ref('tenants.session_idle_minutes'), minute)), at))
    .where(({ eb, or, ref }) =>
      or([
        eb('tenants.session_max_hours', 'is', null),
        eb('sessions.created_at', '>', eb(eb.val(at.now), '-', inMs(ref('tenants.session_max_hours'), hour))),
      ]),
    );

export const insertSession = (db: Queries, row: SessionRow) =>
  tablesOf(db)
    .insertInto('sessions')
    .values(({ selectFrom }) => ({
      ...row,
      tenant_id: selectFrom('users').select('tenant_id').where('id', '=', row.user_id),
    }))
    .execute();

export const findSession = (db: Queries, id: string): Promise<SessionRow | undefined> =>
  tablesOf(db).selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

/** The session, live or not, that began in the browser with this secret. */
export const findSessionOfBrowser = async (db: Queries, browserHash: string): Promise<string | undefined> =>
  (await tablesOf(db).selectFrom('sessions').select('id').where('browser_hash', '=', browserHash).executeTakeFirst())
    ?.id;

/** On which devices and from which addresses an account has signed in, as far as sessions are kept. */
export const listSessionOrigins = (db: Queries, userId: string): Promise<Pick<SessionRow, 'device' | 'ip_address'>[]> =>
  tablesOf(db)
    .selectFrom('sessions')
    .select(['device', 'ip_address'])
    .distinct()
    .where('user_id', '=', userId)
    .execute();

/** A user's open sessions, most recently active first. */
export const listOpenSessions = (db: Queries, userId: string, at: OpenAt): Promise<SessionRow[]> =>
  openForUsers(db, at)
    .selectAll('sessions')
    .where('sessions.user_id', '=', userId)
    .orderBy('sessions.last_active_at', 'desc')
    .orderBy('sessions.id')
    .execute();

export const isOpenSession = async (db: Queries, id: string, at: OpenAt): Promise<boolean> =>
  (await openForUsers(db, at).select('sessions.id').where('sessions.id', '=', id).executeTakeFirst()) !== undefined;

export interface SessionFilter {
  userId: string;
  state?: 'open' | 'ended' | undefined;
  endReason?: EndReason | undefined;
}

const history = (db: Queries, { userId, state, endReason }: SessionFilter) => {
  let query = tablesOf(db).selectFrom('sessions').where('user_id', '=', userId);
  if (state !== undefined) query = query.where('ended_at', state === 'open' ? 'is' : 'is not', null);
  return endReason === undefined ? query : query.where('end_reason', '=', endReason);
};

const neverEnded = Number.MAX_SAFE_INTEGER;
const byEnd: SortedBy<Pick<SessionRow, 'ended_at'>> = {
  by: sql`coalesce(sessions.ended_at, ${sql.lit(neverEnded)})`,
  kind: 'number',
  order: 'desc',
  of: ({ ended_at }) => ended_at ?? neverEnded,
};

/**
 * A user's sessions, open or ended according to the stored rows: those with no recorded end first, then by last
 * activity.
 */
export const listSessionHistory = (db: Queries, filter: SessionFilter, page: Page): Promise<Listed<SessionRow>> =>
  listPage(
    history(db, filter).selectAll(),
    [byEnd, byNumber('sessions', 'last_active_at', 'desc'), byText('sessions', 'id')],
    page,
  );

export const countSessionHistory = (db: Queries, filter: SessionFilter): Promise<number> =>
  countOf(history(db, filter));

/** Stores that the user of a session has proved who they are. */
export const confirmSession = (db: Queries, id: string, confirmed_with: ConfirmedWith, now: number) =>
  tablesOf(db).updateTable('sessions').set({ confirmed_at: now, confirmed_with }).where('id', '=', id).execute();

/**
 * Ends one session if it is open. Like each way to end sessions, it also ends what applications were granted in it, and then tells those
 * that were entered in it (DECISION 0343). For what lapses by itself, see lapsed-sessions.ts.
 */
export const endSession = async (db: Queries, id: string, reason: Ending, now: number): Promise<boolean> => {
  await endGrantsIn(db, [id]);
  const isEnded = await changedOne(
    tablesOf(db)
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  );
  await leaveApplicationsIn(db, [id], now);
  return isEnded;
};

/** Ends a user's sessions, all or all but one. Returns how many. */
export const endSessionsOf = async (
  db: Queries,
  userId: string,
  reason: Ending,
  now: number,
  except?: string,
): Promise<number> => {
  await endGrantsOf(db, userId, except);
  const update = tablesOf(db)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  const ended = await changedRows(except === undefined ? update : update.where('id', '!=', except));
  await leaveApplicationsOf(db, userId, now, except);
  return ended;
};

/** A user's sessions that began at or after a timestamp, open or ended, and one more of theirs. */
export const listSessionIdsSince = async (
  db: Queries,
  userId: string,
  since: number,
  also: string | null,
): Promise<string[]> =>
  (
    await tablesOf(db)
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where(({ eb, or }) => or([eb('created_at', '>=', since), eb('id', '=', also ?? '')]))
      .execute()
  ).map(({ id }) => id);

/** Ends those of some sessions that are open. Returns how many. */
export const endSessions = async (
  db: Queries,
  ids: readonly string[],
  reason: Ending,
  now: number,
): Promise<number> => {
  if (ids.length === 0) return 0;
  await endGrantsIn(db, ids);
  const ended = await changedRows(
    tablesOf(db)
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where('id', 'in', ids)
      .where('ended_at', 'is', null),
  );
  await leaveApplicationsIn(db, ids, now);
  return ended;
};

/** Ends every open session of the installation. Returns how many. */
export const endAllSessions = async (db: Queries, reason: Ending, now: number): Promise<number> => {
  await endAllGrants(db);
  const ended = await changedRows(
    tablesOf(db).updateTable('sessions').set({ ended_at: now, end_reason: reason }).where('ended_at', 'is', null),
  );
  await leaveAllApplications(db, now);
  return ended;
};

/** Ends every open session of a tenant. */
export const endSessionsOfTenant = async (
  db: Queries,
  tenantId: string,
  reason: Ending,
  now: number,
): Promise<void> => {
  await endGrantsOfTenant(db, tenantId);
  await tablesOf(db)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('tenant_id', '=', tenantId)
    .execute();
  await leaveApplicationsOfTenant(db, tenantId, now);
};

/**
 * Stores the last activity of a session.
 * @param now if others store it, too: only unless a later one is stored that can be true by now
 */
export const touchSession = (db: Queries, id: string, activeAt: number, now?: number) =>
  tablesOf(db)
    .updateTable('sessions')
    .set({ last_active_at: activeAt })
    .where('id', '=', id)
    .$if(now !== undefined, (update) =>
      update.where(({ eb, or }) =>
        or([eb('last_active_at', '<', activeAt), eb('last_active_at', '>', (now ?? 0) + clockDifferenceMs)]),
      ),
    )
    .execute();

/** Stores that an access token of this generation was presented, unless a later one was. */
export const recordUsedGeneration = (db: Queries, id: string, generation: number) =>
  tablesOf(db)
    .updateTable('sessions')
    .set({ used_generation: generation })
    .where('id', '=', id)
    .where('used_generation', '<', generation)
    .execute();

/** Stores the last activity of the open session that a user began at this time. */
export const touchSessionBegunAt = (db: Queries, userId: string, begunAt: number, activeAt: number) =>
  tablesOf(db)
    .updateTable('sessions')
    .set({ last_active_at: activeAt })
    .where('user_id', '=', userId)
    .where('created_at', '=', begunAt)
    .where('ended_at', 'is', null)
    .execute();

/** Returns how many it deleted. */
export const deleteSessionsEndedBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('sessions')
      .where('id', 'in', (query) =>
        query.selectFrom('sessions').select('id').where('ended_at', '<', before).limit(limit).forUpdate().skipLocked(),
      ),
  );

/** Counts all open sessions. Those that only their organization's limits have ended count until the next purge. */
export const countOpenSessions = (db: Queries, at: OpenAt): Promise<number> => countOf(openSessions(db, at));

/** Counts the open sessions of some users. */
export const countOpenSessionsOfUsers = async (db: Queries, userIds: readonly string[], at: OpenAt): Promise<number> =>
  userIds.length === 0 ? 0 : countOf(openForUsers(db, at).where('users.id', 'in', userIds));

/**
 * Open sessions that have tokens from before a timestamp: their refresh token, or an access token that was replaced
 * since but has not expired.
 */
export const countSessionsWithTokensBefore = (db: Queries, before: number, at: OpenAt): Promise<number> =>
  countOf(
    at.now < before + lifetimesMs.accessToken
      ? openSessions(db, at).where('created_at', '<=', before)
      : openSessions(db, at).where(({ fn }) => fn.coalesce('refresh_rotated_at', 'created_at'), '<=', before),
  );
