import { beforeEach, expect, test, vi } from 'vitest';
import { livePath } from '#shared/contract/live-topics.ts';
import { type LiveEvent, LiveRefusedError, openLiveStream } from './live-stream.ts';

const problem = { code: 'BUSY', status: 503, title: 'Busy', detail: 'Too many streams', request_id: 'req_1' };

let answer: () => Response;
const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  // Like the real one, it stops reading once its signal aborts.
  fetched.mockImplementation(async (_input, init) => {
    const response = answer();
    const body = response.body?.pipeThrough(new TransformStream(), init?.signal ? { signal: init.signal } : {});
    return body ? new Response(body, response) : response;
  });
  vi.stubGlobal('fetch', fetched);
});

const open = (sinceMs = 0, signal = new AbortController().signal) => {
  const events: LiveEvent[] = [];
  return { events, over: openLiveStream('token', sinceMs, signal, (event) => events.push(event)) };
};

const streamOf = () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  answer = () => new Response(stream);
  return {
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
};

test('asks below the base of the page, with the token, for whole milliseconds', async () => {
  streamOf().end();
  await open(1_499.2).over;
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect([address, init?.headers]).toEqual([`.${livePath}?since=1500`, { authorization: 'Bearer token' }]);
});

test('passes on events however they are cut up, and resolves at the end', async () => {
  const { send, end } = streamOf();
  const { events, over } = open();
  send('event: ready\nda');
  send('ta: {}\n\n: still here\n\nevent: changed\ndata: {"topics":["runs"]}\n\n');
  end();
  await over;
  expect(events).toEqual([
    { event: 'ready', data: {} },
    { event: 'changed', data: { topics: ['runs'] } },
  ]);
});

test.each([
  ['a problem', JSON.stringify(problem), problem],
  ['something else', '<h1>Bad gateway</h1>', undefined],
])('throws if the answer is %s', async (_, body, expected) => {
  answer = () => new Response(body, { status: 503 });
  const error: unknown = await open().over.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(LiveRefusedError);
  expect((error as LiveRefusedError).problem).toEqual(expected);
  expect((error as LiveRefusedError).message).toContain(expected ? 'Too many streams' : '503');
});

test('ends with the signal of whoever opened it', async () => {
  streamOf();
  const leaving = new AbortController();
  const { over } = open(0, leaving.signal);
  leaving.abort(new Error('left'));
  await expect(over).rejects.toThrow('left');
});

test('ends after 45 seconds of silence, counted from the last word of the service', async () => {
  vi.useFakeTimers();
  const { send } = streamOf();
  const ended = vi.fn();
  void open().over.catch(ended);
  await vi.advanceTimersByTimeAsync(44_999);
  send(': still here\n\n');
  await vi.advanceTimersByTimeAsync(44_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('leaves no timer behind', async () => {
  vi.useFakeTimers();
  streamOf().end();
  await open().over;
  expect(vi.getTimerCount()).toBe(0);
});
