import type { LiveTopic } from '#shared/contract/live-topics.ts';
import { type ChangeTimes, followLiveStream, type LiveMessage } from './live.ts';
import { openLiveStream } from './live-stream.ts';
import type { Session } from './session.ts';
import { inOneTab } from './tab-locks.ts';
import { openTabMessages } from './tab-messages.ts';

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
  onTopics: (topics: readonly LiveTopic[], at?: ChangeTimes) => void,
): LiveUpdates => {
  const listeners = new Set<() => void>();
  let isLost = false;
  let stop: (() => void) | undefined;
  /** Until when this tab has heard of changes, in milliseconds since the epoch. */
  let receivedAt = 0;

  const setLost = (value: boolean) => {
    if (isLost === value) return;
    isLost = value;
    for (const listener of listeners) listener();
  };

  const start = (key: string): (() => void) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const name = `castellan-live-${key}`;
    const receive = (message: LiveMessage) => {
      if (signal.aborted) return;
      receivedAt = now();
      if ('topics' in message) onTopics(message.topics, message.at);
      // Tabs of another version may say more.
      else if ('isConnected' in message) setLost(!message.isConnected);
    };
    const channel = openTabMessages(name, receive);
    const lead = (leading: AbortSignal) =>
      followLiveStream(
        { session, open: openLiveStream, now, wait, random: Math.random },
        receivedAt,
        (message) => {
          channel.post(message);
          receive(message);
        },
        leading,
      );
    inOneTab(name, Math.random, signal, lead).catch((error: unknown) => {
      if (!signal.aborted) reportError(error);
    });
    return () => {
      stopping.abort();
      channel.close();
      setLost(false);
    };
  };

  const startAgain = () => {
    const key = session.key();
    if (listeners.size > 0 && key !== undefined) stop ??= start(key);
  };
  const leave = () => {
    stop?.();
    stop = undefined;
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) {
        receivedAt = now() - headStartMs;
        startAgain();
        // A page that its browser keeps for the back button hears nothing, and must not keep others from hearing.
        window.addEventListener('pagehide', leave);
        window.addEventListener('pageshow', startAgain);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('pagehide', leave);
        window.removeEventListener('pageshow', startAgain);
        leave();
      };
    },
    isLost: () => isLost,
  };
};
