import { type LiveTopic, liveTopicNames, liveTopics } from '#shared/contract/live-topics.ts';
import { lifetimesMs, liveLimits, second } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import { restrictionOf } from '#shared/rules/restrictions.ts';
import { AppError, type ErrorKey, endReasons } from '#shared/texts/errors.ts';
import { toAppError } from '../platform/app-error.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { PersonCaller } from '../security/caller.ts';
import type { SystemContext } from '../services/context.ts';
import type { Commit } from '../storage/database/change-feed.ts';
import { createRecentChanges } from './recent-changes.ts';
import { createStreams, type LiveSink, type Stream } from './streams.ts';

/** Changes are collected for this long, so that a bulk operation is one event. */
const collectMs = 100;
const checkMs = 1 * second;
/** Proxies close connections on which nothing happens, often after a minute. */
const keepAliveMs = 20 * second;

/**
 * Tells open consoles what has changed in their organization. DECISION 0145. They only learn the names of topics that
 * their role may read. A stream ends within a second of its session, and doesn't keep the session alive. While the database
 * can't say whether a session lives, its stream stays open and is told nothing. DECISION 0261.
 */
export interface LiveHub {
  /**
   * Opens the stream of an access token's session, and reports what changed in the `sinceMs` milliseconds before. Call
   * the result once no one reads it anymore.
   * @throws AppError TOKEN_INVALID, TOKEN_EXPIRED, SESSION_ENDED, API_KEY_REFUSED; BUSY if the user or the organization
   * has too many streams
   */
  open(token: string, sinceMs: number, sink: LiveSink): Promise<() => void>;
  /** How many streams are open. */
  count(): number;
  /** Ends all streams and refuses new ones. */
  stop(): void;
}

/** The errors that say for certain that a token admits nobody anymore. Any other may pass. */
const final: ReadonlySet<ErrorKey> = new Set(['SESSION_ENDED', 'TOKEN_EXPIRED', 'TOKEN_INVALID']);

/** Where a change of a topic is remembered. */
const keysOf = (topic: LiveTopic, { everyone, tenants, named }: Commit): string[] => {
  if (topic === 'account') return [...named].map((id) => keyFor(topic, id));
  return everyone ? [keyFor(topic)] : [...tenants].map((id) => keyFor(topic, id));
};
const keyFor = (topic: LiveTopic, id = ''): string => `${topic} ${id}`;

type Parts = Pick<SystemContext, 'db' | 'callers' | 'clock' | 'log'>;

export const createLiveHub = ({ db: { changes }, callers, clock, log }: Parts): LiveHub => {
  const recent = createRecentChanges(clock.uptime);
  const streams = createStreams();
  let collecting: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;
  let stopped = false;

  const remove = (stream: Stream): void => {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearTimeout(collecting);
    clearInterval(checking);
    collecting = undefined;
    checking = undefined;
  };

  const end = (stream: Stream): void => {
    remove(stream);
    stream.sink.end();
  };

  const isFresh = ({ caller, position, until }: Stream): boolean =>
    changes.isCurrent('authority', caller.user.tenantId, position) &&
    remainingWait(until, clock.now(), lifetimesMs.accessToken) > 0;

  /**
   * Reads the caller again if anything may have changed. Returns whether they may still have a stream. Ends it if they may
   * not, and leaves it for the next second if that can't be told.
   */
  const check = async (stream: Stream): Promise<boolean> => {
    if (isFresh(stream)) return true;
    const position = changes.position();
    try {
      const { caller, until } = await callers.watch(stream.token);
      stream.caller = caller;
      stream.until = until;
      stream.position = position;
      stream.failure = undefined;
      return streams.has(stream);
    } catch (thrown) {
      if (!streams.has(stream)) return false;
      const error = toAppError(thrown);
      if (final.has(error.key)) {
        if (error.key === 'SESSION_ENDED') {
          stream.sink.send('ended', { reason: endReasons.find((reason) => reason === error.details.reason) });
        }
        // Unless its session has ended, the console connects again, with a new token.
        end(stream);
      } else {
        stream.isDue = true;
        stream.failure = error.cause ?? error;
      }
      return false;
    }
  };

  const report = async (stream: Stream): Promise<void> => {
    stream.isDue = false;
    // Before the check, which may not know of what changes meanwhile.
    const changed = new Map(stream.changed);
    stream.changed.clear();
    if (!(await check(stream))) {
      for (const [topic, at] of changed) stream.changed.set(topic, stream.changed.get(topic) ?? at);
      return;
    }
    const { user } = stream.caller;
    // Other topics would tell a guest what others do. People who have yet to meet what their organization requires may read nothing else.
    const isHeldUp = restrictionOf(stream.caller, clock.now()) !== undefined;
    const told = [...changed].filter(
      ([topic]) => (topic === 'account' || !(isHeldUp || user.guest)) && may(user, liveTopics[topic]),
    );
    if (told.length === 0) return;
    const now = clock.uptime();
    const ago = Object.fromEntries(told.map(([topic, at]) => [topic, Math.floor(now - at)]));
    stream.sink.send('changed', { topics: told.map(([topic]) => topic), ago });
  };

  /** Attends to a stream, once at a time: a slow database must not be asked again and again. */
  const attend = async (stream: Stream): Promise<void> => {
    if (stream.isAttended) return;
    stream.isAttended = true;
    try {
      await report(stream);
    } finally {
      stream.isAttended = false;
    }
    if (stream.isDue && stream.failure === undefined) schedule();
  };

  /** All in one turn of the event loop, so that they share what they read. */
  const attendAll = (): void => {
    clearTimeout(collecting);
    collecting = undefined;
    for (const stream of streams) if (stream.isDue) void attend(stream);
  };

  const schedule = (): void => {
    if (streams.size > 0) collecting ??= setTimeout(attendAll, collectMs);
  };

  let isFailing = false;
  /** One line when it begins and one when it is over, however many consoles are open. */
  const logFailures = (): void => {
    const failed = [...streams].filter(({ failure }) => failure !== undefined);
    const wasFailing = isFailing;
    isFailing = failed.length > 0;
    if (isFailing === wasFailing) return;
    if (isFailing) log.warn({ err: failed[0]?.failure, streams: failed.length }, 'open consoles wait for the database');
    else log.info('open consoles are told of changes again');
  };

  const collect = (concerned: Iterable<Stream>, topic?: LiveTopic): void => {
    for (const stream of concerned) {
      stream.isDue = true;
      if (topic) stream.changed.set(topic, clock.uptime());
      schedule();
    }
  };

  const concernedBy = ({ everyone, tenants }: Commit): Iterable<Stream> =>
    everyone ? streams : [...tenants].flatMap((id) => [...streams.ofTenant(id)]);

  changes.onCommit('authority', (commit) => collect(concernedBy(commit)));
  for (const topic of liveTopicNames) {
    changes.onCommit(topic, (commit) => {
      for (const key of keysOf(topic, commit)) recent.record(key);
      if (streams.size === 0) return;
      const concerned =
        topic === 'account'
          ? [...streams].filter(({ caller }) => commit.named.has(caller.user.id))
          : concernedBy(commit);
      collect(concerned, topic);
    });
  }

  let ticks = 0;
  const tick = (): void => {
    ticks += 1;
    // Finds what time has ended, what a transaction without a tenant may have changed, and who could not be checked before.
    for (const stream of streams) if (!isFresh(stream)) stream.isDue = true;
    attendAll();
    logFailures();
    if (ticks % (keepAliveMs / checkMs) === 0) for (const { sink } of streams) sink.keepAlive();
  };

  const assertRoom = ({ user }: PersonCaller): void => {
    const ofTenant = [...streams.ofTenant(user.tenantId)];
    const ofUser = ofTenant.filter(({ caller }) => caller.user.id === user.id);
    if (ofUser.length >= liveLimits.perUser || ofTenant.length >= liveLimits.perTenant) {
      throw new AppError('BUSY', { retry_after: liveLimits.retryAfterSeconds });
    }
  };

  const changedBefore = ({ caller: { user } }: Stream, sinceMs: number): [LiveTopic, number][] =>
    liveTopicNames.flatMap((topic) => {
      const keys = [keyFor(topic), keyFor(topic, topic === 'account' ? user.id : user.tenantId)];
      const changed = keys.filter((key) => recent.changedWithin(key, sinceMs));
      return changed.length > 0 ? [[topic, Math.max(...changed.map((key) => recent.changedAt(key)))]] : [];
    });

  return {
    async open(token, sinceMs, sink) {
      const position = changes.position();
      const { caller, until } = await callers.watch(token);
      if (stopped) throw new AppError('BUSY', { retry_after: 1 });
      assertRoom(caller);
      const stream: Stream = {
        token,
        sink,
        changed: new Map(),
        isDue: false,
        isAttended: false,
        failure: undefined,
        caller,
        until,
        position,
      };
      streams.add(stream);
      checking ??= setInterval(tick, checkMs);
      sink.send('ready', {});
      for (const [topic, at] of changedBefore(stream, sinceMs)) {
        stream.changed.set(topic, Math.max(at, stream.changed.get(topic) ?? at));
      }
      // Also where nothing has changed: the caller was read before the stream was known.
      await attend(stream);
      return () => remove(stream);
    },
    count: () => streams.size,
    stop() {
      stopped = true;
      for (const stream of streams) end(stream);
    },
  };
};
