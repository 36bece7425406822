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

/** What both transports pass to the guard. The client address follows proxy headers only if the proxy is trusted. */
export const invocationOf = (request: FastifyRequest): Invocation => ({
  authorization: request.headers.authorization,
  client: {
    // A proxy may forward anything. What is no address is put down to the proxy.
    ip: plainAddress(request.ip) ?? plainAddress(request.socket.remoteAddress ?? '') ?? '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
    background: request.headers['x-castellan-background'] === '1',
    requestId: request.id,
  },
});
