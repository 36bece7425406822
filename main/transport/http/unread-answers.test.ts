import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { dropIfUnread } from './unread-answers.ts';

const waitMs = 200;
/** More than the buffers of both ends of a connection hold. */
const large = Buffer.alloc(64_000_000, 'x');
/**
 * A pause of this length ends a connection. Those between two reads are an eighth of it: a busy computer makes them
 * several times as long.
 */
const patientWaitMs = 4_000;
/** Read at a time. More than the sender's buffer, so that the sender sees each of these reads. */
const step = 6_000_000;

let fastify: Server;
let client: Socket;
afterEach(async () => {
  client.destroy();
  fastify.closeAllConnections();
  await new Promise((resolve) => fastify.close(resolve));
});

/** Opens a connection that sends one request, and its end on the server's side. */
const ask = async (answer: (response: ServerResponse) => unknown, patience = waitMs): Promise<Socket> => {
  fastify = createServer((_request, response) => {
    dropIfUnread(response, patience);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(fastify, 'listening');
  const accepted = once(fastify, 'connection') as Promise<[Socket]>;
  client = connect((fastify.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return (await accepted)[0];
};

describe('an answer', () => {
  it('that no one reads is dropped together with its connection', async () => {
    const accepted = await ask((response) => response.end(large));
    client.pause();
    await once(accepted, 'close');
    expect(accepted.bytesWritten).toBeGreaterThan(0);
    expect(accepted.destroyed).toBe(true);
  });

  it('of a slow operation is sent', async () => {
    await ask(async (response) => {
      await sleep(3 * waitMs);
      response.end('late');
    });
    let text = '';
    client.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    while (!text.includes('late')) await once(client, 'data');
    expect(text).toMatch(/^HTTP\/1.1 200/);
  });

  it('that is read slowly is sent completely', async () => {
    await ask((response) => response.setHeader('connection', 'close').end(large), patientWaitMs);
    const startedAt = performance.now();
    let size = 0;
    let isOpen = true;
    const closed = once(client, 'close').then(() => {
      isOpen = false;
    });
    let unread = step;
    client.on('data', (part) => {
      size += part.length;
      unread -= part.length;
      if (unread <= 0) client.pause();
    });
    while (isOpen) {
      await Promise.race([closed, sleep(patientWaitMs / 8)]);
      unread = step;
      client.resume();
    }
    expect(size).toBeGreaterThan(large.length);
    expect(performance.now() - startedAt).toBeGreaterThan(patientWaitMs);
  });

  it('keeps the connection open for the next request', async () => {
    const accepted = await ask((response) => response.end('ok'));
    await once(client, 'data');
    await sleep(2 * waitMs);
    expect(accepted.destroyed).toBe(false);
  });
});
