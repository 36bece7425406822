import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { SystemContext } from '../../context.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { isLocalRequest } from './local-request.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const carries = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`));

/** Liveness, readiness (whether the database can be read and written), and metrics. */
export const health =
  ({ db, config: { metricsToken } }: SystemContext, metrics: Metrics): FastifyPluginAsync =>
  async (server) => {
    server.get('/healthz', async () => ({ status: 'ok' }));
    server.get('/readyz', async () => {
      await db.assertReady();
      return { status: 'ready' };
    });
    // With a token, anyone who sends it may read them, from anywhere. Without one, only this computer.
    server.get('/metrics', async (request, reply) => {
      if (metricsToken !== undefined && !carries(request.raw, metricsToken)) throw new AppError('UNAUTHENTICATED');
      if (metricsToken === undefined && !isLocalRequest(request)) throw new AppError('NOT_FOUND');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  };
