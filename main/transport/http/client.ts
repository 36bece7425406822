import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Invocation } from '../invoke.ts';

const maxUserAgent = 512;

/** Some proxies add the port; IPv6 addresses are in brackets then. */
const withoutPort = (text: string): string =>
  /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(text)?.slice(1).find(Boolean) ?? text;

/** An address in its usual form, without port or zone. Undefined for anything else. */
const plainAddress = (text: string): string | undefined => {
  const [address = ''] = withoutPort(text.slice(0, 100)).split('%');
  return ipaddr.isValid(address) && !/^\d+$/.test(address) ? ipaddr.process(address).toString() : undefined;
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

/** What both transports pass to the guard. The client address follows proxy headers only if the proxy is trusted. */
export const invocationOf = (request: FastifyRequest): Invocation => ({
  authorization: request.headers.authorization,
  client: {
    // A proxy may forward anything. What is no address is put down to the proxy.
    ip: plainAddress(request.ip) ?? plainAddress(request.socket.remoteAddress ?? '') ?? '',
    local: isLocal(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
    background: request.headers['x-castellan-background'] === '1',
    requestId: request.id,
  },
});
