import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import { bearer, statePaths } from '#shared/contract/http-names.ts';
import { second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toAppError } from '../../platform/app-error.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createSharedCheck } from '../../platform/shared-check.ts';
import type { SystemContext } from '../../services/context.ts';
import { isLocalRequest } from './local-request.ts';
import { cheap } from './route-limits.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const carries = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(headers.authorization ?? ''), sha256(bearer(token)));

const limits = { freshMs: second, patienceMs: 3 * second } as const;

const notReady = (cause?: unknown): AppError => new AppError('BUSY', { retry_after: 1 }, { cause });

/** @returns a check that any number of probes share, and that logs when its outcome changes */
const readinessOf = ({ db, log }: SystemContext): (() => Promise<void>) => {
  let wasReady = true;
  const check = createSharedCheck(() => db.assertReady(), {
    ...limits,
    late: () => notReady(new Error(`The database did not answer within ${limits.patienceMs / second} seconds`)),
  });
  const note = (isReady: boolean, error?: AppError): void => {
    if (isReady === wasReady) return;
    wasReady = isReady;
    if (isReady) log.info('ready again');
    else log.error({ err: error?.cause ?? error }, 'not ready');
  };
  return async () => {
    try {
      await check();
      note(true);
    } catch (thrown) {
      const error = toAppError(thrown);
      note(false, error);
      // Whatever it is, this instance can't serve for now.
      throw error.key === 'INTERNAL' ? notReady(thrown) : error;
    }
  };
};

/**
 * Liveness, readiness (whether the database can be read and written), and metrics.
 * @param isStopping whether proxies should stop sending requests
 */
export const health =
  (context: SystemContext, metrics: Metrics, isStopping: () => boolean): FastifyPluginAsync =>
  async (fastify) => {
    const assertReady = readinessOf(context);
    fastify.get(statePaths.health, { config: cheap }, async () => ({ status: 'ok' }));
    fastify.get(statePaths.ready, { config: cheap }, async () => {
      if (isStopping()) throw notReady();
      await assertReady();
      return { status: 'ready' };
    });
    // With a token, anyone who sends it may read them, from anywhere. Without one, only this computer.
    fastify.get(statePaths.metrics, { config: { limit: { auth: 'local' } } }, async (request, reply) => {
      const { metricsToken } = context.secrets.current();
      if (metricsToken !== undefined && !carries(request.raw, metricsToken)) throw new AppError('UNAUTHENTICATED');
      if (metricsToken === undefined && !isLocalRequest(request)) throw new AppError('NOT_FOUND');
      return reply.type(metrics.contentType).send(await metrics.render());
    });
  };
