import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Invocation } from '../invoke.ts';

const maxUserAgent = 512;

const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

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

/** What both transports pass to the guard. The client address follows proxy headers only if the proxy is trusted. */
export const invocationOf = (request: FastifyRequest): Invocation => ({
  authorization: request.headers.authorization,
  client: {
    ip: plainAddress(request.ip),
    local: isLocal(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
    background: request.headers['x-castellan-background'] === '1',
    requestId: request.id,
  },
});
