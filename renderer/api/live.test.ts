import { beforeEach, describe, expect, test, vi } from 'vitest';
import { liveTopicNames } from '#shared/contract/live-topics.ts';
import type { Problem } from '#shared/texts/errors.ts';
import { followLiveStream, type LiveMessage, type LiveParts, retryDelayMs } from './live.ts';
import { LiveRefusedError } from './live-stream.ts';
import { SignedOutError } from './problem.ts';

const start = 1_000_000;
let time: number;
let messages: LiveMessage[];
let waits: number[];
beforeEach(() => {
  time = start;
  messages = [];
  waits = [];
});

type Attempt = (onEvent: Parameters<LiveParts['open']>[3], sinceMs: number) => void;

/** Runs through the given connections, then the user signs out. */
const run = async (attempts: Attempt[]) => {
  const leaving = new AbortController();
  const session = {
    accessToken: vi.fn(async () => 'token'),
    reject: vi.fn(),
    end: vi.fn(() => leaving.abort()),
  };
  const rest = [...attempts];
  const open = vi.fn<LiveParts['open']>(async (_token, sinceMs, _signal, onEvent) => {
    const attempt = rest.shift();
    if (attempt) attempt(onEvent, sinceMs);
    else leaving.abort();
  });
  const wait = async (ms: number) => {
    waits.push(ms);
    time += ms;
  };
  const parts: LiveParts = { session, open, now: () => time, wait, random: () => 1 };
  await followLiveStream(parts, start - 500, (message) => messages.push(message), leaving.signal);
  return { session, open };
};

const refuse =
  (problem: Partial<Problem> | undefined): Attempt =>
  () => {
    throw new LiveRefusedError(problem?.status ?? 502, problem as Problem | undefined);
  };
const unreachable: Attempt = () => {
  throw new TypeError('fetch failed');
};
const works: Attempt = (onEvent) => onEvent({ event: 'ready', data: {} });

test('what has changed is passed on', async () => {
  await run([
    (onEvent) => {
      works(onEvent, 0);
      onEvent({ event: 'changed', data: { topics: ['runs', 'audit'], ago: { runs: 300 } } });
    },
  ]);
  expect(messages).toEqual([{ topics: ['runs', 'audit'], at: { runs: start - 300 } }]);
});

test('each connection asks for what changed since the last one heard anything', async () => {
  const asked: number[] = [];
  await run([
    (onEvent, sinceMs) => {
      asked.push(sinceMs);
      time += 5_000;
      onEvent({ event: 'changed', data: { topics: ['runs'] } });
      time += 2_000;
    },
    (_onEvent, sinceMs) => void asked.push(sinceMs),
  ]);
  const overlapMs = 2_000;
  expect(asked).toEqual([500 + overlapMs, 2_000 + (waits[0] ?? 0) + overlapMs]);
});

test('everything is read again if a connection took longer than it asked back for', async () => {
  const opensAfter =
    (ms: number): Attempt =>
    (onEvent) => {
      time += ms;
      onEvent({ event: 'ready', data: {} });
    };
  await run([opensAfter(2_000)]);
  expect(messages).toEqual([]);
  await run([opensAfter(2_001)]);
  expect(messages).toEqual([{ topics: liveTopicNames }]);
});

describe('a broken connection', () => {
  test('is tried again less and less often, and is told once', async () => {
    const { open } = await run([works, unreachable, unreachable, unreachable, works]);
    expect(open).toHaveBeenCalledTimes(6);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 500]);
    expect(messages).toEqual([{ isConnected: false }, { isConnected: true }]);
  });

  test('is not worth a message if it comes back at once', async () => {
    await run([works, works, works]);
    expect(messages).toEqual([]);
    expect(waits).toEqual([500, 500, 500]);
  });

  test('is tried again when the service says so, if it has too many', async () => {
    await run([refuse({ code: 'BUSY', status: 503, retry_after: 60 }), works]);
    expect(waits[0]).toBe(60_000);
  });

  test('is tried again with another token, if that was the reason', async () => {
    const { session } = await run([refuse({ code: 'TOKEN_EXPIRED', status: 401 }), works]);
    expect(session.reject).toHaveBeenCalledExactlyOnceWith('token');
    expect(session.accessToken).toHaveBeenCalledWith({ background: true });
  });
});

describe('the end of the session', () => {
  test('ends the connection when the stream says so', async () => {
    const { session, open } = await run([(onEvent) => onEvent({ event: 'ended', data: { reason: 'revoked' } }), works]);
    expect(session.end).toHaveBeenCalledExactlyOnceWith('revoked');
    expect(open).toHaveBeenCalledOnce();
  });

  test('ends it when the service refuses another', async () => {
    const { session, open } = await run([refuse({ code: 'SESSION_ENDED', status: 401, reason: 'idle' }), works]);
    expect(session.end).toHaveBeenCalledExactlyOnceWith('idle');
    expect(open).toHaveBeenCalledOnce();
  });

  test('ends it when there is no token any more', async () => {
    const open = vi.fn<LiveParts['open']>();
    const session = { accessToken: () => Promise.reject(new SignedOutError()), reject: vi.fn(), end: vi.fn() };
    const parts: LiveParts = { session, open, now: () => time, wait: vi.fn(), random: () => 1 };
    await followLiveStream(parts, start, () => {}, new AbortController().signal);
    expect(open).not.toHaveBeenCalled();
  });
});

test('the wait grows up to half a minute, and differs between consoles', () => {
  expect([1, 2, 6, 7, 50].map((failures) => retryDelayMs(failures, 1))).toEqual([500, 1_000, 16_000, 30_000, 30_000]);
  expect(retryDelayMs(7, 0)).toBe(15_000);
});
