import type { FastifyPluginAsync } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '#shared/errors.ts';
import type { SystemContext } from '../../context.ts';
import type { Metrics } from '../../platform/metrics.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Liveness, readiness, and metrics that only this machine may read. */
export const health =
  ({ db }: SystemContext, metrics: Metrics): FastifyPluginAsync =>
  async (server) => {
    server.get('/healthz', async () => ({ status: 'ok' }));
    server.get('/readyz', async () => {
      await db.ping();
      return { status: 'ready' };
    });
    server.get('/metrics', async (request, reply) => {
      // Behind a proxy every connection is local, so a forwarded request never counts as local.
      const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
      if (forwarded !== undefined || !isLoopback(request.socket.remoteAddress)) throw new AppError('NOT_FOUND');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  };
