import type { FastifyRequest } from 'fastify';
import { isLocal } from './client.ts';

/** Whether only a program on this computer can have sent it. A public name means a proxy, even if all else looks local. */
export const isLocalRequest = (request: FastifyRequest): boolean =>
  isLocal(request) && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(request.headers.host ?? '');
