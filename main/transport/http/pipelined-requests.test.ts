import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitPipelining } from './pipelined-requests.ts';

const limit = 3;
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let fastify: Server;
let client: Socket;
let received: string;
/** The responses of the requests that were handled. */
let handled: ServerResponse[];

beforeEach(async () => {
  handled = [];
  received = '';
  const accepts = limitPipelining(limit);
  fastify = createServer((request, response) => {
    if (!accepts(request, response)) return;
    handled.push(response);
    fastify.emit('handled');
  }).listen(0, '127.0.0.1');
  await once(fastify, 'listening');
  client = connect((fastify.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
});
afterEach(async () => {
  client.destroy();
  fastify.closeAllConnections();
  await new Promise((resolve) => fastify.close(resolve));
});

const answered = (): number => received.split('HTTP/1.1 200').length - 1;

describe('a connection', () => {
  it('is closed when too many of its requests are unanswered, and none beyond the limit is handled', async () => {
    client.write(get.repeat(500));
    await once(client, 'close');
    expect(handled).toHaveLength(limit);
    expect(answered()).toBe(0);
  });

  it('may have several unanswered requests', async () => {
    client.write(get.repeat(limit));
    while (handled.length < limit) await once(fastify, 'handled');
    for (const response of handled) response.end('a');
    while (answered() < limit) await once(client, 'data');
    expect(client.destroyed).toBe(false);
  });

  it('may send any number of requests, one after the other', async () => {
    fastify.on('handled', () => handled.at(-1)?.end('a'));
    for (let sent = 1; sent <= 10 * limit; sent += 1) {
      client.write(get);
      while (answered() < sent) await once(client, 'data');
    }
    expect(handled).toHaveLength(10 * limit);
  });
});
