import type { LiveTopic } from '#shared/contract/live-topics.ts';
import { followLiveStream, type LiveMessage } from './live.ts';
import { openLiveStream } from './live-stream.ts';
import type { Session } from './session.ts';
import { locks } from './tab-channel.ts';

/** What others change, as long as anyone subscribes. All tabs of a session share one connection. */
export interface LiveUpdates {
  /** Listens until the result is called. `listener` is called when `isLost` changes. */
  subscribe: (listener: () => void) => () => void;
  /** Whether the connection broke and hasn't come back yet. */
  isLost: () => boolean;
}

/** The screen may have read its data this long before it began to listen, in milliseconds. */
const headStartMs = 1_000;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      window.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
    // The network is back: no reason to wait any longer.
    window.addEventListener('online', finish);
  });

/** Calls `onTopics` with what has changed, in each tab. */
export const createLiveUpdates = (
  session: Session,
  now: () => number,
  onTopics: (topics: readonly LiveTopic[]) => void,
): LiveUpdates => {
  const listeners = new Set<() => void>();
  let isLost = false;
  let stop: (() => void) | undefined;

  const setLost = (value: boolean) => {
    if (isLost === value) return;
    isLost = value;
    for (const listener of listeners) listener();
  };

  const start = (key: string): (() => void) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let receivedAt = now() - headStartMs;
    const name = `castellan-live-${key}`;
    // Without locks, tabs can't agree on one of them, and each has its own connection.
    const manager = locks();
    const channel = manager && new BroadcastChannel(name);
    const receive = (message: LiveMessage) => {
      if (signal.aborted) return;
      receivedAt = now();
      if ('topics' in message) onTopics(message.topics);
      else setLost(!message.isConnected);
    };
    const lead = () =>
      followLiveStream(
        { session, open: openLiveStream, now, wait, random: Math.random },
        receivedAt,
        (message) => {
          channel?.postMessage(message);
          receive(message);
        },
        signal,
      );
    // Only pages of this origin can post here, so messages have the type above.
    if (channel) channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data);
    const leading = manager ? manager.request(name, { signal }, lead) : lead();
    leading.catch((error: unknown) => {
      if (!signal.aborted) reportError(error);
    });
    return () => {
      stopping.abort();
      channel?.close();
      setLost(false);
    };
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      const key = session.key();
      if (key !== undefined) stop ??= start(key);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    isLost: () => isLost,
  };
};
