import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Behind a proxy every connection is local, so a forwarded request never counts as local. */
export const isLocalRequest = ({ headers, socket }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] === undefined && headers.forwarded === undefined && isLoopback(socket.remoteAddress);
