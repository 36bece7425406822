import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Behind a proxy every connection is local, so a forwarded request or a public name never counts as local. */
export const isLocalRequest = ({ headers, socket }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '') &&
  isLoopback(socket.remoteAddress);
