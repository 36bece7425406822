import { AppError, endReasons } from '#shared/errors.ts';
import { liveLimits, second } from '#shared/limits.ts';
import { type LiveEvents, type LiveTopic, liveTopicNames, liveTopics } from '#shared/live-topics.ts';
import { may } from '#shared/permissions.ts';
import type { SystemContext } from '../context.ts';
import type { Commit } from '../database/change-feed.ts';
import { toAppError } from '../platform/app-error.ts';
import type { Caller } from '../security/caller.ts';
import { createRecentChanges } from './recent-changes.ts';

/** Changes are collected for this long, so that a bulk operation is one event. */
const collectMs = 100;
const checkMs = 1 * second;
/** Proxies close connections on which nothing happens, often after a minute. */
const keepAliveMs = 20 * second;

/** Where a stream's events go. */
export interface LiveSink {
  send<Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name]): void;
  /** Sends a comment, so that proxies keep the connection open. */
  keepAlive(): void;
  end(): void;
}

/**
 * Tells open consoles what has changed in their organization. DECISION 0145. They only learn the names of topics that
 * their role may read. A stream ends within a second of its session, and doesn't keep the session alive.
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

interface Stream {
  readonly token: string;
  readonly sink: LiveSink;
  readonly changed: Set<LiveTopic>;
  /** Whether it takes part in the next report. */
  isDue: boolean;
  caller: Caller;
  /** When the token or the session ends if nothing happens before. */
  until: number;
  /** The newest commit before `caller` was read. */
  position: number;
}

const concerns = ({ everyone, tenants }: Commit, { caller }: Stream): boolean =>
  everyone || tenants.has(caller.user.tenantId);

/** Where a change of a topic is remembered. */
const keysOf = (topic: LiveTopic, { everyone, tenants, named }: Commit): string[] => {
  if (topic === 'account') return [...named].map((id) => keyFor(topic, id));
  return everyone ? [keyFor(topic)] : [...tenants].map((id) => keyFor(topic, id));
};
const keyFor = (topic: LiveTopic, id = ''): string => `${topic} ${id}`;

type Parts = Pick<SystemContext, 'db' | 'callers' | 'clock' | 'log'>;

export const createLiveHub = ({ db: { changes }, callers, clock, log }: Parts): LiveHub => {
  const recent = createRecentChanges(clock.uptime);
  const streams = new Set<Stream>();
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

  /** Reads the caller again if anything may have changed, and ends the stream if they may no longer have one. */
  const check = async (stream: Stream): Promise<void> => {
    const { caller, until } = stream;
    if (changes.isCurrent('authority', caller.user.tenantId, stream.position) && clock.now() < until) return;
    const position = changes.position();
    try {
      Object.assign(stream, await callers.watch(stream.token), { position });
    } catch (thrown) {
      if (!streams.has(stream)) return;
      const error = toAppError(thrown);
      if (error.key === 'SESSION_ENDED') {
        stream.sink.send('ended', { reason: endReasons.find((reason) => reason === error.details.reason) });
      } else if (error.key !== 'TOKEN_EXPIRED') {
        log.error({ err: error.cause ?? error }, 'failed to check a stream of changes');
      }
      // After any other error, the console connects again, with a new token if it needs one.
      end(stream);
    }
  };

  const report = async (stream: Stream): Promise<void> => {
    stream.isDue = false;
    // First, because a change may have taken someone's right to hear of it.
    await check(stream);
    const { user, secondFactorDueAt = Number.POSITIVE_INFINITY } = stream.caller;
    // Users who have yet to set up two-factor authentication may read nothing else.
    const isHeldUp = secondFactorDueAt <= clock.now();
    const topics = [...stream.changed].filter(
      (topic) => (topic === 'account' || !isHeldUp) && may(user.role, liveTopics[topic]),
    );
    stream.changed.clear();
    if (topics.length > 0 && streams.has(stream)) stream.sink.send('changed', { topics });
  };

  const reportAll = (): void => {
    collecting = undefined;
    for (const stream of streams) if (stream.isDue) void report(stream);
  };

  const collect = (concerned: readonly Stream[]): void => {
    for (const stream of concerned) stream.isDue = true;
    if (concerned.length > 0) collecting ??= setTimeout(reportAll, collectMs);
  };

  changes.onCommit('authority', (commit) => collect([...streams].filter((stream) => concerns(commit, stream))));
  for (const topic of liveTopicNames) {
    changes.onCommit(topic, (commit) => {
      for (const key of keysOf(topic, commit)) recent.record(key);
      const concerned = [...streams].filter((stream) =>
        topic === 'account' ? commit.named.has(stream.caller.user.id) : concerns(commit, stream),
      );
      for (const { changed } of concerned) changed.add(topic);
      collect(concerned);
    });
  }

  let ticks = 0;
  const tick = (): void => {
    ticks += 1;
    // Finds what time has ended, and what another organization's transaction may have changed.
    for (const stream of streams) void check(stream);
    if (ticks % (keepAliveMs / checkMs) === 0) for (const { sink } of streams) sink.keepAlive();
  };

  const assertRoom = ({ user }: Caller): void => {
    const ofTenant = [...streams].filter(({ caller }) => caller.user.tenantId === user.tenantId);
    const ofUser = ofTenant.filter(({ caller }) => caller.user.id === user.id);
    if (ofUser.length >= liveLimits.perUser || ofTenant.length >= liveLimits.perTenant) {
      throw new AppError('BUSY', { retry_after: liveLimits.retryAfterSeconds });
    }
  };

  const changedBefore = ({ caller: { user } }: Stream, sinceMs: number): LiveTopic[] =>
    liveTopicNames.filter((topic) =>
      [keyFor(topic), keyFor(topic, topic === 'account' ? user.id : user.tenantId)].some((key) =>
        recent.changedWithin(key, sinceMs),
      ),
    );

  return {
    async open(token, sinceMs, sink) {
      const position = changes.position();
      const { caller, until } = await callers.watch(token);
      if (stopped) throw new AppError('BUSY', { retry_after: 1 });
      assertRoom(caller);
      const stream: Stream = { token, sink, changed: new Set(), isDue: false, caller, until, position };
      streams.add(stream);
      checking ??= setInterval(tick, checkMs);
      sink.send('ready', {});
      for (const topic of changedBefore(stream, sinceMs)) stream.changed.add(topic);
      // Also where nothing has changed: the caller was read before the stream was known.
      await report(stream);
      return () => remove(stream);
    },
    count: () => streams.size,
    stop() {
      stopped = true;
      for (const stream of streams) end(stream);
    },
  };
};
