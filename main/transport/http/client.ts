import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Invocation } from '../invoke.ts';

const maxUserAgent = 512;

const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/** What both transports pass to the guard. The client address follows proxy headers only if the proxy is trusted. */
export const invocationOf = (request: FastifyRequest): Invocation => ({
  authorization: request.headers.authorization,
  client: {
    ip: plainAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
    background: request.headers['x-castellan-background'] === '1',
    requestId: request.id,
  },
});
