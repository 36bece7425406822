import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fetchRemote } from '../../cli/remote/fetch.ts';
import { requestFor } from './connections.ts';
import { leakedRange } from './leaked-range.ts';
import { probeHttp } from './probes.ts';
import { uses } from './uses.ts';

/** Each of those that ask for an answer, and what becomes of it. */
const askers: Record<string, (place: { host: string; port: number }) => Promise<unknown>> = {
  'a request': (place) => once(requestFor(uses.health, undefined, place).end(), 'response').catch(String),
  'a health check': (place) => probeHttp({ ...place, reaches: 'anything' }, '/'),
  'the list of leaked passwords': ({ host, port }) => leakedRange(`http://${host}:${port}`, 'ABCDE').catch(String),
  'a command for another server': ({ host, port }) => fetchRemote(new Request(`http://${host}:${port}/`)).catch(String),
};

it.each(Object.entries(askers))('%s fails if the other side switches protocols', async (_, ask) => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  const nothing = setTimeout(2_000, 'nothing', { ref: false });
  expect(await Promise.race([ask({ host: '127.0.0.1', port }), nothing])).toContain('switched protocols');
  server.close();
});
