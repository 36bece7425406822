import type { FastifyPluginAsync } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError } from '#shared/errors.ts';
import type { AppContext } from '../../context.ts';
import type { Metrics } from '../../platform/metrics.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Liveness, readiness (whether the database can be read and written), and metrics. */
export const health =
  ({ db }: AppContext, metrics: Metrics): FastifyPluginAsync =>
  async (server) => {
    server.get('/healthz', async () => ({ status: 'ok' }));
    server.get('/readyz', async () => {
      await db.assertReady();
      return { status: 'ready' };
    });
    server.get('/metrics', async (request, reply) => {
      // Behind a proxy every connection is local, so a forwarded request never counts as local.
      const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
      if (forwarded !== undefined || !isLoopback(request.socket.remoteAddress)) throw new AppError('NOT_FOUND');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  };
