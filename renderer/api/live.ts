import { type LiveTopic, liveTopicNames } from '#shared/contract/live-topics.ts';
import { minute, second } from '#shared/rules/limits.ts';
import { endReasons } from '#shared/texts/errors.ts';
import { type LiveEvent, LiveRefusedError } from './live-stream.ts';
import { isRenewableCode, SignedOutError } from './problem.ts';
import type { Session } from './session.ts';

/** When topics changed at the latest, in milliseconds since the epoch. Without that, it may be right now. */
export type ChangeTimes = Readonly<Partial<Record<LiveTopic, number>>>;

/** What one tab tells the others. */
export type LiveMessage = { topics: readonly LiveTopic[]; at?: ChangeTimes } | { isConnected: boolean };

export interface LiveParts {
  session: Pick<Session, 'accessToken' | 'reject' | 'end'>;
  open: (
    accessToken: string,
    sinceMs: number,
    signal: AbortSignal,
    onEvent: (event: LiveEvent) => void,
  ) => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after this many milliseconds, or once the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
}

const firstDelayMs = second / 2;
const maxDelayMs = minute / 2;

/** Milliseconds until the next attempt. The jitter spreads consoles that lost the same server. */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.5 + random / 2);

/** A short interruption, such as a restart, isn't worth a message. */
const reportAfterFailures = 2;

/**
 * The service counts back from when a request arrives, so each connection asks for this much more: the time that the
 * request and the last event were on their way, in milliseconds.
 */
const overlapMs = 2 * second;

/**
 * Keeps one stream of changes open for all tabs of a session, and connects again when it breaks, until the session ends
 * or `signal` aborts.
 * @param receivedAt until when changes were heard of, in milliseconds since the epoch
 */
export const followLiveStream = async (
  { session, open, now, wait, random }: LiveParts,
  receivedAt: number,
  tell: (message: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> => {
  let known = receivedAt;
  let failures = 0;

  const onEvent = ({ event, data }: LiveEvent, askedAt: number): void => {
    known = now();
    if (event === 'ended') session.end(data.reason);
    if (event === 'changed') {
      const { topics, ago = {} } = data;
      const at = Object.fromEntries(Object.entries(ago).map(([topic, ms]) => [topic, known - ms]));
      tell({ topics, at });
    }
    if (event !== 'ready') return;
    // Too slow to know what changed meanwhile.
    if (known - askedAt > overlapMs) tell({ topics: liveTopicNames });
    if (failures >= reportAfterFailures) tell({ isConnected: true });
    failures = 0;
  };

  /** Connects once. Resolves with the time to wait before the next attempt, in milliseconds. */
  const connect = async (): Promise<number> => {
    let accessToken: string | undefined;
    try {
      accessToken = await session.accessToken({ background: true });
      const askedAt = now();
      const sinceMs = Math.max(0, askedAt - known) + overlapMs;
      await open(accessToken, sinceMs, signal, (event) => onEvent(event, askedAt));
      // The access token has expired, or the service stops.
    } catch (error) {
      const problem = error instanceof LiveRefusedError ? error.problem : undefined;
      if (problem?.code === 'SESSION_ENDED') {
        session.end(endReasons.find((reason) => reason === problem.reason));
      } else if (accessToken !== undefined && problem && isRenewableCode(problem.code)) {
        session.reject(accessToken);
      }
      if (error instanceof SignedOutError) return Number.POSITIVE_INFINITY;
      if (problem?.retry_after !== undefined) return problem.retry_after * second;
    }
    failures += 1;
    return retryDelayMs(failures, random());
  };

  while (!signal.aborted) {
    const delayMs = await connect();
    if (signal.aborted || delayMs === Number.POSITIVE_INFINITY) return;
    if (failures === reportAfterFailures) tell({ isConnected: false });
    await wait(delayMs, signal);
  }
};
