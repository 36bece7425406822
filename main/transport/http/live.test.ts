import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { livePath } from '#shared/contract/live-topics.ts';
import type { LiveHub } from '../../live/hub.ts';
import type { LiveSink } from '../../live/streams.ts';
import { live } from './live.ts';

const opened = vi.fn<(since: number, sink: LiveSink) => void>();
const closed = vi.fn<() => void>();
const hub: LiveHub = {
  open: async (_token, sinceMs, sink) => {
    opened(sinceMs, sink);
    return closed;
  },
  count: () => 0,
  stop: () => {},
};
let fastify: FastifyInstance;
let client: Socket | undefined;
afterEach(async () => {
  client?.destroy();
  await fastify.close();
  vi.clearAllMocks();
});

/** Opens a stream that no one reads. Returns how long it says that it was away, and where the hub sends to. */
const open = async (query = ''): Promise<[number, LiveSink]> => {
  fastify = Fastify();
  await fastify.register(live(hub));
  await fastify.listen({ host: '127.0.0.1', port: 0 });
  client = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1').pause();
  await once(client, 'connect');
  client.write(`GET ${livePath}${query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\n\r\n`);
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
  return opened.mock.lastCall as [number, LiveSink];
};

it('a client that stopped reading is disconnected, and not before', async () => {
  const [, sink] = await open();
  for (let n = 0; n < 10; n += 1) sink.keepAlive();
  expect(closed).not.toHaveBeenCalled();
  // Up to 60 MB: more than the buffers of both ends of a connection hold.
  for (let n = 0; n < 20_000 && closed.mock.calls.length === 0; n += 1) {
    for (let m = 0; m < 1_000; m += 1) sink.keepAlive();
    await setImmediate();
  }
  expect(closed).toHaveBeenCalledOnce();
});

it.each([
  ['?since=1500', 1_500],
  ['?since=0', 0],
  ['', Number.POSITIVE_INFINITY],
  ['?since=-1', Number.POSITIVE_INFINITY],
  ['?since=1500x', Number.POSITIVE_INFINITY],
  ['?since=1&since=2', Number.POSITIVE_INFINITY],
])('%j was away for %d ms', async (query, sinceMs) => {
  expect((await open(query))[0]).toBe(sinceMs);
});
