import { LRUCache } from 'lru-cache';
import { bearerToken } from '#shared/contract/http-names.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createBatch } from '../platform/batch.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import { isFromWrongClock } from '../platform/remaining-wait.ts';
import type { Database, TransactionScope } from '../storage/database/database.ts';
import type { Queries } from '../storage/database/schema.ts';
import { type CallerRow, callersReader, findCaller } from '../storage/store/identity/callers.ts';
import { endLapsedSession } from '../storage/store/identity/lapsed-sessions.ts';
import {
  type Lapse,
  type OpenAt,
  recordUsedGeneration,
  type SessionRow,
  touchSession,
} from '../storage/store/identity/sessions.ts';
import type { AccessTokens, VerifiedToken } from './access-tokens.ts';
import { groupLimits } from './api-keys.ts';
import { type Caller, type PersonCaller, type ServiceCaller, sessionCallerOf } from './caller.ts';
import { createCallersByKey } from './callers-by-key.ts';
import { type ClientTokens, isSessionToken } from './client-tokens.ts';
import type { Sender } from './key-kinds.ts';
import { createPendingActivity } from './pending-activity.ts';
import { assertOpen, endedWith, endOf } from './session-ends.ts';
import { lapseReason, sessionExpiry, sessionIdleAt } from './session-limits.ts';
import { writeBehind } from './write-behind.ts';

/**
 * Resolves access tokens and API keys to callers. Caches verified signatures, sessions and users. Reloads a session's
 * permissions after any commit that could change them, or after each call if other instances write to the database too.
 * Reads callers together with those of other calls (DECISION 0162).
 */
export interface Callers {
  /**
   * The caller of a live session, an API key, or a service account. Unless it calls in the background, that counts as activity.
   * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_ENDED, ADDRESS_NOT_ALLOWED
   */
  identify(token: string, client: { readonly background: boolean; readonly ip: string }): Promise<Caller>;
  /**
   * The service account that has proved itself with its client secret.
   * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, ADDRESS_NOT_ALLOWED
   */
  identifyClient(clientId: string, secret: string, sender: Sender): Promise<ServiceCaller>;
  /** The caller of a live session that its browser has named. Counts as `identify` does. @throws AppError SESSION_ENDED */
  identifySession(sessionId: string, client: { readonly background: boolean }): Promise<PersonCaller>;
  /**
   * The caller of a live session, and when the token or the session ends, in milliseconds since the epoch. Is no activity.
   * @throws AppError API_KEY_REFUSED, TOKEN_INVALID, TOKEN_EXPIRED, SESSION_ENDED
   */
  watch(token: string): Promise<{ caller: PersonCaller; until: number }>;
  /**
   * The caller as stored now, of the same kind, read in the transaction that acts for them.
   * @throws AppError SESSION_ENDED, TOKEN_INVALID, TOKEN_EXPIRED, ADDRESS_NOT_ALLOWED if they may no longer act
   */
  reload<Calls extends Caller>(tx: Queries, caller: Calls, sender: Sender): Promise<Calls>;
  /** The session with its user, live or not, as the database currently has them. */
  find(sessionId: string): Promise<CallerRow | undefined>;
  /**
   * Whose access token an Authorization header has, if it was accepted before, and nothing since then says that it would not
   * be now. A token may be accepted even if it isn't known.
   */
  knownUser(authorization: string | undefined): PersonCaller['user'] | undefined;
  /** The same for who has a session. */
  knownUserOf(sessionId: string): PersonCaller['user'] | undefined;
  /** The contents of a signed token, live or not. @throws AppError TOKEN_INVALID */
  verify(token: string): Promise<VerifiedToken>;
  /**
   * Why a session has lapsed, or undefined if it has not. Ends a lapsed one, unless the clock isn't steady: then it goes on
   * once the clock is right. Also unless another instance has stored activity or a refresh since `row` was read.
   */
  lapse(row: CallerRow): Promise<Lapse | undefined>;
  /** Whether a session seems to have lapsed. What is cached may be old: read its row before {@link lapse}. */
  hasLapsed(row: CallerRow): boolean;
  /** Counts a call as session activity. */
  recordActivity(session: { readonly id: string; readonly tenantId: string }): void;
  /** Notes the new end of a session, in milliseconds since the epoch. The cache doesn't follow refreshes otherwise. */
  recordRefresh(sessionId: string, expiresAt: number): void;
  /** The session's last activity, including activity not stored yet. `stored` is the fallback. */
  lastActive(sessionId: string, stored: number): number;
  /**
   * Whether an access token of a later generation than this one was presented, also if that isn't stored yet. Another
   * instance knows it once it is stored.
   */
  isUsedSince(session: Pick<SessionRow, 'id' | 'used_generation'>, generation: number): boolean;
  /** The key's last use, including use not stored yet. `stored` is the fallback. */
  keyLastUsed(keyId: string, stored: number | null): number | null;
  /** Writes any activity not stored yet. */
  flush(): Promise<void>;
  /** What tells open sessions from idle ones now, in all organizations or in one. */
  openAt(tenantId?: string): OpenAt;
  /** Writes the activity without which open sessions of the organization would be taken for idle ones. */
  flushReturned(tenantId: string): Promise<void>;
}

interface CachedCaller {
  position: number;
  row: CallerRow;
  caller: PersonCaller;
}

const kept = 20_000;
/** Write activity after at most this many milliseconds, so that reads don't each cause a write. */
export const activityDelayMs = 10 * second;

export const createCallers = (
  db: Database,
  tokens: AccessTokens,
  { clock, clockWatch, clientTokens }: { clock: Clock; clockWatch: ClockWatch; clientTokens: ClientTokens },
): Callers => {
  // Use `maxSize`, not `max`: `max` preallocates.
  const limits = { maxSize: kept, sizeCalculation: () => 1 };
  const verified = new LRUCache<string, VerifiedToken>(limits);
  const cachedCallers = new LRUCache<string, CachedCaller>(limits);
  const activity = createPendingActivity();
  const usedGenerations = new Map<string, number>();
  const keys = createCallersByKey(db, clock, clientTokens);
  const listCallers = callersReader(db.scopedTo({ turn: 'callers' }).read);
  const readCurrent = createBatch({
    load: async (ids) => new Map((await listCallers(ids)).map((row) => [row.session_id, row])),
    ...groupLimits,
  });

  const verify = async (token: string): Promise<VerifiedToken> => {
    const known = verified.get(token);
    if (known) return known;
    const fresh = await tokens.verify(token);
    verified.set(token, fresh);
    return fresh;
  };

  const loadCaller = async (sessionId: string): Promise<CachedCaller | undefined> => {
    // Take the position before the row: a commit in between then makes the entry stale, never wrong.
    const position = db.changes.position();
    const known = cachedCallers.get(sessionId);
    if (known && db.changes.isCurrent('authority', known.row.tenant_id, known.position)) return known;
    const row = await readCurrent(sessionId);
    if (!row) {
      cachedCallers.delete(sessionId);
      return undefined;
    }
    const cached = { position, row, caller: sessionCallerOf(row) };
    cachedCallers.set(sessionId, cached);
    return cached;
  };

  const lastActive = (sessionId: string, stored: number): number => {
    const own = activity.get(sessionId) ?? stored;
    // Another instance may have stored later activity than this one knows.
    return db.isShared ? Math.max(own, stored) : own;
  };

  const lapsed = (row: CallerRow, now: number): Lapse | undefined =>
    lapseReason(row, lastActive(row.session_id, row.last_active_at), now);

  const lapse = async (row: CallerRow): Promise<Lapse | undefined> => {
    const due = clockWatch.dueTime();
    const reason = lapsed(row, due);
    if (reason === undefined) return lapsed(row, clock.now());
    activity.delete(row.session_id);
    await endLapsedSession(db.writeFor(row.tenant_id), row.session_id, reason, due, db.isShared ? row : undefined);
    return reason;
  };

  /** The activity of open sessions that a query may take for idle, now or within a minute. */
  const returned = (tenantId?: string): (readonly [string, number])[] => {
    const now = clock.now();
    const { min, max } = policyLimits.sessionIdleMinutes;
    return activity.entries(tenantId).filter(([id, at]) => {
      const row = cachedCallers.peek(id)?.row;
      const limit = row?.session_idle_minutes ?? max;
      return at + limit * minute > now && (row?.last_active_at ?? 0) + (min - 1) * minute <= now;
    });
  };

  const store = (entries: readonly (readonly [string, number])[], scope?: TransactionScope): Promise<void> =>
    writeBehind(
      db,
      {
        table: 'sessions',
        pending: activity,
        entries,
        write: (tx, sessionId, at) => touchSession(tx, sessionId, at, db.isShared ? clock.now() : undefined),
        written(sessionId, at) {
          const cached = cachedCallers.get(sessionId);
          if (cached) cached.row.last_active_at = at;
        },
      },
      scope,
    );

  /** A live session. @param generation of the access token that names it @throws AppError SESSION_ENDED */
  const admitSession = async (sessionId: string, generation = 0): Promise<CachedCaller> => {
    const cached = await loadCaller(sessionId);
    if (!cached) throw endedWith('deleted');
    assertOpen(cached.row);
    if (generation > (usedGenerations.get(sessionId) ?? cached.row.used_generation)) {
      usedGenerations.set(sessionId, generation);
    }
    if (lapsed(cached.row, clock.now()) !== undefined) {
      // The cache doesn't follow refreshes, which move the end.
      const stored = await readCurrent(sessionId);
      if (!stored) throw endedWith('deleted');
      assertOpen(stored);
      const reason = await lapse(stored);
      if (reason !== undefined) throw endedWith(reason);
      cached.row = stored;
    }
    return cached;
  };

  /** The live session of an access token. @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_ENDED */
  const admit = async (token: string): Promise<{ cached: CachedCaller; expiresAt: number }> => {
    const { sessionId, generation, expiresAt } = await verify(token);
    const cached = await admitSession(sessionId, generation);
    const now = clock.now();
    // One from a clock that was ahead stays in the cache: it can still sign out.
    const isOver = expiresAt <= now || isFromWrongClock(expiresAt, now, lifetimesMs.accessToken);
    if (isOver) throw new AppError('TOKEN_EXPIRED');
    return { cached, expiresAt };
  };

  const used = ({ row, caller }: CachedCaller, background: boolean): PersonCaller => {
    if (!background) activity.set({ id: row.session_id, tenantId: row.tenant_id }, clock.now());
    return caller;
  };

  const knownUserOf = (sessionId: string): PersonCaller['user'] | undefined => {
    const cached = cachedCallers.get(sessionId);
    if (!cached) return undefined;
    const { row, caller, position } = cached;
    if (endOf(row) !== undefined || lapsed(row, clock.now()) !== undefined) return undefined;
    return db.changes.seemsCurrent('authority', row.tenant_id, position) ? caller.user : undefined;
  };

  const reload = async (tx: Queries, caller: Caller, sender: Sender): Promise<Caller> => {
    if (caller.key) return keys.reload(tx, caller, sender);
    const row = caller.sessionId === undefined ? undefined : await findCaller(tx, caller.sessionId);
    if (!row) throw endedWith('deleted');
    assertOpen(row);
    const reason = lapsed(row, clock.now());
    if (reason !== undefined) throw endedWith(reason);
    return sessionCallerOf(row);
  };

  return {
    verify,
    knownUser(authorization) {
      const token = verified.get(bearerToken(authorization) ?? '');
      return token && token.expiresAt > clock.now() ? knownUserOf(token.sessionId) : undefined;
    },
    knownUserOf,
    reload: (tx, caller, sender) => reload(tx, caller, sender) as Promise<typeof caller>,
    find: async (sessionId) => (await loadCaller(sessionId))?.row,
    lapse,
    hasLapsed: (row) => lapsed(row, clock.now()) !== undefined,
    lastActive,
    isUsedSince: ({ id, used_generation }, generation) =>
      Math.max(used_generation, usedGenerations.get(id) ?? 0) > generation,
    recordActivity: (session) => activity.set(session, clock.now()),
    recordRefresh(sessionId, expiresAt) {
      const cached = cachedCallers.get(sessionId);
      if (cached) cached.row.expires_at = expiresAt;
    },
    keyLastUsed: keys.lastUsed,
    async identify(token, { background, ip }) {
      // Most tokens are of sessions, and were verified before.
      if (!verified.has(token) && !isSessionToken(token)) return keys.identify(token, { ip });
      return used((await admit(token)).cached, background);
    },
    identifyClient: keys.identifyClient,
    identifySession: async (sessionId, { background }) => used(await admitSession(sessionId), background),
    async watch(token) {
      if (!isSessionToken(token)) throw new AppError('API_KEY_REFUSED');
      const { cached, expiresAt } = await admit(token);
      const { row, caller } = cached;
      const idleAt = sessionIdleAt(row, lastActive(row.session_id, row.last_active_at));
      return { caller, until: Math.min(expiresAt, sessionExpiry(row), idleAt) };
    },
    async flush() {
      await keys.flush();
      await store(activity.entries());
      await writeBehind(db, {
        table: 'sessions',
        pending: usedGenerations,
        entries: [...usedGenerations],
        write: recordUsedGeneration,
        written(sessionId, generation) {
          const cached = cachedCallers.get(sessionId);
          if (cached) cached.row.used_generation = generation;
        },
      });
    },
    openAt: (tenantId) => ({ now: clock.now(), returned: returned(tenantId).map(([id]) => id) }),
    flushReturned: (tenantId) => store(returned(tenantId), { tenant: tenantId }),
  };
};
