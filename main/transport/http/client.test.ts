import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { promotedBytes } from '#e2e/support/promoted-bytes.ts';
import { invocationOf, isLocal } from './client.ts';

const request = (
  remoteAddress: string | undefined,
  headers: Record<string, string> = {},
  httpVersion = '1.1',
): Pick<FastifyRequest, 'socket' | 'headers' | 'raw'> =>
  // Only these fields are read.
  ({ socket: { remoteAddress }, headers, raw: { httpVersion } }) as unknown as FastifyRequest;

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('a request from %s is local', (address) => {
  expect(isLocal(request(address, { host: '127.0.0.1:4310', 'user-agent': 'x', origin: 'http://localhost' }))).toBe(
    true,
  );
});

test.each(['192.0.2.1', '10.0.0.1', '::', 'fe80::1', '', undefined])('a request from %s is not', (address) => {
  expect(isLocal(request(address))).toBe(false);
});

test.each([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded',
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-original-host',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
])('a request with the header %s came through a proxy, whatever it says', (name) => {
  expect(isLocal(request('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false);
});

test('a request over HTTP/1.0 came through a proxy', () => {
  expect(isLocal(request('127.0.0.1', {}, '1.0'))).toBe(false);
});

test('a request says which program sent it, in at most 512 characters', () => {
  const userAgentOf = (headers: Record<string, string>) =>
    invocationOf({ ...request('127.0.0.1', headers), ip: '127.0.0.1', id: 'req_1' } as FastifyRequest, {
      raw: new ServerResponse(new IncomingMessage(new Socket())),
    }).client.userAgent;
  expect(userAgentOf({ 'user-agent': 'curl/8.5' })).toBe('curl/8.5');
  expect(userAgentOf({})).toBe('');
  expect(userAgentOf({ 'user-agent': 'x'.repeat(10_000) })).toBe('x'.repeat(512));
});

test('nothing of a request is kept once it is over', () => {
  const made = (body: unknown) => ({ ...request('127.0.0.1'), ip: '127.0.0.1', id: 'req_1', body }) as FastifyRequest;
  const reply = { raw: new ServerResponse(new IncomingMessage(new Socket())) };
  const kept = promotedBytes((payload) => invocationOf(made(payload), reply));
  expect(kept).toBeLessThan(10_000_000);
});
