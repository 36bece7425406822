import type { LiveEvents, LiveTopic } from '#shared/contract/live-topics.ts';
import type { PersonCaller } from '../security/caller.ts';

/** Where a stream's events go. */
export interface LiveSink {
  send<Name extends keyof LiveEvents>(event: Name, data: LiveEvents[Name]): void;
  /** Sends a comment, so that proxies keep the connection open. */
  keepAlive(): void;
  end(): void;
}

/** An open stream, and its caller as they were last read. */
export interface Stream {
  readonly token: string;
  readonly sink: LiveSink;
  /** What its console has yet to be told, and when it changed, in milliseconds of a monotonic clock. */
  readonly changed: Map<LiveTopic, number>;
  /** Whether it takes part in the next report. */
  isDue: boolean;
  /** Whether its caller is being read. */
  isAttended: boolean;
  /** Why its caller could not be read the last time. */
  failure: unknown;
  caller: PersonCaller;
  /** When the token or the session ends if nothing happens before, in milliseconds since the epoch. */
  until: number;
  /** The newest commit before `caller` was read. */
  position: number;
}

/** The open streams, by organization: a commit concerns those of one, of thousands. */
export interface Streams extends Iterable<Stream> {
  readonly size: number;
  add(stream: Stream): void;
  delete(stream: Stream): void;
  has(stream: Stream): boolean;
  ofTenant(id: string): Iterable<Stream>;
}

export const createStreams = (): Streams => {
  const all = new Set<Stream>();
  const byTenant = new Map<string, Set<Stream>>();
  const tenantOf = ({ caller }: Stream): string => caller.user.tenantId;
  return {
    get size() {
      return all.size;
    },
    [Symbol.iterator]: () => all.values(),
    has: (stream) => all.has(stream),
    ofTenant: (id) => byTenant.get(id) ?? [],
    add(stream) {
      all.add(stream);
      const own = byTenant.get(tenantOf(stream)) ?? new Set();
      byTenant.set(tenantOf(stream), own.add(stream));
    },
    delete(stream) {
      all.delete(stream);
      const own = byTenant.get(tenantOf(stream));
      own?.delete(stream);
      if (own?.size === 0) byTenant.delete(tenantOf(stream));
    },
  };
};
