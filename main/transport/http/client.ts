import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import {
  backgroundHeader,
  captchaHeader,
  deviceHeader,
  idempotencyHeader,
  replayedHeader,
} from '#shared/contract/http-names.ts';
import type { Client } from '../../services/handler.ts';
import type { Invocation } from '../invoke.ts';

const maxUserAgent = 512;

/** Some proxies add the port; IPv6 addresses are in brackets then. */
const withoutPort = (text: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text)?.slice(1).find(Boolean) ?? text;

const parseAddress = (text: string): string | undefined => {
  const [address = ''] = withoutPort(text).split('%');
  return ipaddr.isValid(address) && !/^\d+$/.test(address) ? ipaddr.process(address).toString() : undefined;
};

/** Most requests come from a few addresses, and parsing takes longer than the rest of the work on headers. */
const parsedAddresses = new LRUCache<string, { plain: string | undefined }>({ max: 500 });

/** An address in its usual form, without port or zone. Undefined for anything else, and on a Unix socket. */
const plainAddress = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined;
  const text = given.slice(0, 100);
  const known = parsedAddresses.get(text);
  if (known) return known.plain;
  const plain = parseAddress(text);
  parsedAddresses.set(text, { plain });
  return plain;
};

/** Headers that proxies add. One is enough. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.*)?|x-(real|client|original|cluster-client)-.*|(cf|true)-.*ip)$/;

/**
 * Whether a request was made on this machine, and not forwarded by a proxy: behind a proxy, every connection is local.
 * nginx adds no header unless it is told to, but by default it speaks HTTP/1.0, which no browser does.
 */
export const isLocal = ({ socket, headers, raw }: Pick<FastifyRequest, 'socket' | 'headers' | 'raw'>): boolean => {
  const { remoteAddress = '' } = socket;
  return (
    ipaddr.isValid(remoteAddress) &&
    ipaddr.process(remoteAddress).range() === 'loopback' &&
    raw.httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => forwardingHeader.test(name))
  );
};

/** Without a reason of its own, each signal would make an error with a stack. */
const isOver = new Error('No one waits for the answer anymore');

/** The connection closes, or the answer is written: either way no one waits for it anymore. */
const goneSignal = (response: ServerResponse): (() => AbortSignal) => {
  let signal: AbortSignal | undefined;
  return () => {
    if (signal) return signal;
    const controller = new AbortController();
    signal = controller.signal;
    if (response.closed) controller.abort(isOver);
    else response.once('close', () => controller.abort(isOver));
    return signal;
  };
};

/** What both transports pass to the guard. The client address follows proxy headers only if the proxy is trusted. */
export const invocationOf = (
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
  list?: Client['list'],
): Invocation => ({
  authorization: request.headers.authorization,
  idempotencyKey: request.headers[idempotencyHeader]?.toString(),
  ifMatch: request.headers['if-match'],
  client: {
    // A proxy may forward anything. What isn't an address is put down to the proxy.
    ip: plainAddress(request.ip) ?? plainAddress(request.socket.remoteAddress) ?? '',
    // Few operations ask. DECISION 0121: a getter would keep each request until the next full garbage collection.
    isLocal: () => isLocal(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
    device: request.headers[deviceHeader]?.toString(),
    rememberDevice: (token) => void reply.raw.setHeader(deviceHeader, token),
    captcha: request.headers[captchaHeader]?.toString(),
    isReplayed: () => void reply.raw.setHeader(replayedHeader, 'true'),
    list,
    background: request.headers[backgroundHeader] === '1',
    requestId: request.id,
    gone: goneSignal(reply.raw),
  },
});
