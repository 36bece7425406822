import { hour, lifetimesMs, minute } from '#shared/rules/limits.ts';
import type { DueTime } from '../../../platform/due-time.ts';
import { latestEnd } from '../../../platform/remaining-wait.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';
import { listTenantsWithSessionLimits } from '../team/tenants.ts';
import type { Lapse, SessionRow } from './sessions.ts';

/** Ends one session that has lapsed by `due`, if it is open, and `unchanged` since its row was read. */
export const endLapsedSession = async (
  db: Queries,
  id: string,
  reason: Lapse,
  due: DueTime,
  unchanged?: Pick<SessionRow, 'last_active_at' | 'expires_at'>,
): Promise<void> => {
  const update = tablesOf(db)
    .updateTable('sessions')
    .set({ ended_at: due, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null);
  await (unchanged
    ? update.where('last_active_at', '=', unchanged.last_active_at).where('expires_at', '=', unchanged.expires_at)
    : update
  ).execute();
};

/** The latest that times of an open session can be, by column. */
const latestTimes = (now: number) =>
  [
    ['last_active_at', now],
    ['created_at', now],
    ['expires_at', now + lifetimesMs.refreshToken],
  ] as const;

/** Up to `limit` open sessions that a clock ahead of ours has written. Reads all that are open. */
export const listSessionsAhead = async (db: Queries, now: number, limit: number): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or(latestTimes(now).map(([column, value]) => eb(column, '>', latestEnd(value, 0)))))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Corrects such sessions, as if they had been used just now. Otherwise they would last longer by as much as the clock was
 * ahead. Returns how many times were corrected.
 */
export const correctSessions = async (db: Queries, now: number, ids: readonly string[]): Promise<number> => {
  let corrected = 0;
  for (const [column, value] of latestTimes(now)) {
    corrected += await changedRows(
      tablesOf(db)
        .updateTable('sessions')
        // It stays open. Named because caches of callers follow this column, and not the times.
        .set({ [column]: value, ended_at: null })
        .where('id', 'in', (query) =>
          query
            .selectFrom('sessions')
            .select('id')
            .where('id', 'in', ids)
            .where('ended_at', 'is', null)
            .where(column, '>', latestEnd(value, 0))
            .forUpdate()
            .skipLocked(),
        ),
    );
  }
  return corrected;
};

/**
 * Ends up to `limit` open sessions that have expired or were idle for too long, by the contract's limits or those of their
 * organization: those of all organizations, or of one. Returns how many.
 */
export const expireSessions = async (
  db: Queries,
  due: DueTime,
  limit: number,
  onlyTenant?: string,
): Promise<number> => {
  let ended = 0;
  const end = async (column: 'expires_at' | 'last_active_at' | 'created_at', before: number, tenantId = onlyTenant) => {
    if (ended === limit) return;
    ended += await changedRows(
      tablesOf(db)
        .updateTable('sessions')
        .set({ ended_at: due, end_reason: column === 'last_active_at' ? 'idle' : 'expired' })
        .where('id', 'in', (query) =>
          query
            .selectFrom('sessions')
            .select('sessions.id')
            .where('sessions.ended_at', 'is', null)
            .where(`sessions.${column}`, '<=', before)
            .$if(tenantId !== undefined, (all) => all.where('sessions.tenant_id', '=', tenantId ?? ''))
            .limit(limit - ended)
            .forUpdate()
            .skipLocked(),
        ),
    );
  };
  await end('expires_at', due);
  await end('last_active_at', due - lifetimesMs.idleLogout);
  for (const { id, session_idle_minutes, session_max_hours } of await listTenantsWithSessionLimits(db, onlyTenant)) {
    if (session_max_hours !== null) await end('created_at', due - session_max_hours * hour, id);
    await end('last_active_at', due - session_idle_minutes * minute, id);
  }
  return ended;
};
