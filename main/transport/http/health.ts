import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { SystemContext } from '../../context.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { isLocal } from './client.ts';

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
      if (!isLocal(request)) throw new AppError('NOT_FOUND');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  };
