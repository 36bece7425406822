import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { readToEndOrClose } from './unread-bodies.ts';

const limits = { bytes: 400_000, waitMs: 300 };
const post = (headers: string): string => `POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Ways to answer before the whole body was read. */
const answers: [string, (request: IncomingMessage, response: ServerResponse) => unknown][] = [
  ['without reading', (_request, response) => response.end('early')],
  [
    'after reading a part',
    async (request, response) => {
      for await (const _ of request.iterator({ destroyOnReturn: false })) break;
      response.end('early');
    },
  ],
  [
    'while the body waits in memory',
    async (_request, response) => {
      await sleep(50);
      response.end('early');
    },
  ],
];

let fastify: Server;
let client: Socket;
let received: string;
/** Whether the client's side of the connection is closed. */
let gone: Promise<unknown>;
/** Whether the server's side of the connection is closed. */
let closed: Promise<unknown>;
let started: MockInstance<typeof setInterval>;
let cleared: MockInstance<typeof clearInterval>;
beforeEach(() => {
  started = vi.spyOn(globalThis, 'setInterval');
  cleared = vi.spyOn(globalThis, 'clearInterval');
});
afterEach(async () => {
  client.destroy();
  fastify.closeAllConnections();
  await new Promise((resolve) => fastify.close(resolve));
  await closed;
  const ended = new Set(cleared.mock.calls.map(([interval]) => interval));
  // One that is left keeps the connection in memory for ever.
  const left = started.mock.results.filter(({ value }) => !ended.has(value));
  vi.restoreAllMocks();
  expect(left.length).toBe(0);
});

const open = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<void> => {
  received = '';
  fastify = createServer((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    readToEndOrClose(request, response, limits);
    if (request.method === 'GET') response.end('next');
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(fastify, 'listening');
  client = connect((fastify.address() as AddressInfo).port, '127.0.0.1');
  // A reset is an end like any other.
  client.on('error', () => undefined);
  gone = new Promise((resolve) => client.once('close', resolve));
  client.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
};

const until = async (text: string): Promise<void> => {
  while (!received.includes(text)) await once(client, 'data');
};

describe.each(answers)('an answer %s', (_name, answer) => {
  it.each([
    ['chunked', `${post('Transfer-Encoding: chunked')}${chunk(300_000)}0\r\n\r\n`],
    ['counted', `${post('Content-Length: 300000')}${'x'.repeat(300_000)}`],
  ])('leaves the connection to the next request when the rest of a %s body comes', async (_form, request) => {
    await open(answer);
    client.write(request);
    await until('early');
    client.write(get);
    await until('next');
  });

  it('closes the connection when the rest does not come in time', async () => {
    await open(answer);
    client.write(`${post('Content-Length: 300000')}${'x'.repeat(1_000)}`);
    await until('early');
    await gone;
  });

  it('closes the connection when the rest does not end', async () => {
    await open(answer);
    client.write(post('Transfer-Encoding: chunked'));
    const sending = setInterval(() => client.write(chunk(100_000)), 5);
    await gone;
    clearInterval(sending);
    expect(received).toContain('early');
  });

  it('keeps nothing of a connection that its client leaves', async () => {
    await open(answer);
    client.write(`${post('Content-Length: 300000')}${'x'.repeat(1_000)}`);
    await until('early');
  });
});
