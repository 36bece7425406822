import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { openSocket } from '#e2e/support/raw-http.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { operations } from '#shared/contract/index.ts';
import { livePath } from '#shared/contract/live-topics.ts';

const server = perFile(() => createTestApp());

/** Every place that answers, with methods that may have a body. */
const targets = [
  ...operations.flatMap(({ feature, name, operation: { http } }) => [
    `${http.method} /api/v1${http.path.replaceAll(/\{[^}]+\}/g, 'x')}`,
    `POST /trpc/${feature}.${name}`,
    `GET /trpc/${feature}.${name}`,
  ]),
  ...['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].flatMap((method) =>
    [
      '/',
      '/healthz',
      '/readyz',
      '/metrics',
      livePath,
      '/api/docs/',
      '/api/v1/openapi.json',
      '/trpc/x',
      '/assets/x',
      '/%zz',
    ].map((path) => `${method} ${path}`),
  ),
];

/** More than most operations read. */
const large = 'x'.repeat(300_000);
const bodies = {
  chunked: `Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
  counted: `Content-Length: ${large.length}\r\n\r\n${large}`,
};
const senders = {
  'its own page': () => `Host: 127.0.0.1:${server.port}`,
  'a foreign page': () => `Host: 127.0.0.1:${server.port}\r\nOrigin: https://evil.example`,
  'another host': () => 'Host: evil.example',
};

/** Sends a request and, behind it, another one, to see whether that is answered. */
const answersNext = async (target: string, head: string, body: string): Promise<boolean> => {
  const socket = await openSocket(server.port);
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
  });
  const [method, path] = target.split(' ');
  socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\n${body}`);
  socket.write(`GET /next HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return received.split('HTTP/1.1 ').length === 3;
};

describe.each(Object.entries(senders))('a body that nobody reads, from %s', (name, head) => {
  it.each(Object.entries(bodies))('does not hold up the next request of its connection: %s', async (form, body) => {
    // Others are refused before it matters how: half of the places with each form.
    const half = form === 'chunked' ? 0 : 1;
    const concerned = name === 'its own page' ? targets : targets.filter((_, index) => index % 2 === half);
    const stuck: string[] = [];
    for (const target of concerned) if (!(await answersNext(target, head(), body))) stuck.push(target);
    expect(stuck).toEqual([]);
  });
});
