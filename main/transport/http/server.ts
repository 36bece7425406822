import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError, toProblem } from '#shared/errors.ts';
import { second, unreadAnswerMs } from '#shared/limits.ts';
import type { SystemContext } from '../../context.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { trpcEndpoint } from '../trpc/handler.ts';
import { api, apiPrefix } from './api.ts';
import type { ConsolePage } from './console.ts';
import { isConsolePath } from './console-paths.ts';
import { docs } from './docs.ts';
import type { Guard } from './guard.ts';
import { health } from './health.ts';
import { httpError, problemHeaders, sendProblem } from './problem.ts';
import { deferBodies } from './read-body.ts';
import { securityHeaders } from './security-headers.ts';
import { type AdvanceClock, testClock } from './test-clock.ts';
import { trpcRoute } from './trpc-route.ts';
import { dropIfUnread } from './unread-answers.ts';

const timeouts = { headers: 15 * second, request: 30 * second, keepAlive: 65 * second, checked: 5 * second } as const;

/**
 * The contract validates input. This keeps the framework from loading its own validators, a tenth of the startup time.
 */
const noRouteSchemas = (): never => {
  throw new Error('Routes have no schemas of their own: see shared/contract');
};

export interface HttpServerParts {
  context: SystemContext;
  metrics: Metrics;
  page: ConsolePage;
  /** Available once the server listens. */
  guard: () => Guard;
  /** Only with a test clock. */
  advanceClock?: AdvanceClock | undefined;
}

/** The HTTP server: the API, the console and its tRPC endpoint, the API reference, and the health check. */
export const createHttpServer = async ({
  context,
  metrics,
  page,
  guard,
  advanceClock,
}: HttpServerParts): Promise<FastifyInstance> => {
  const { config, ids } = context;
  /** The error to answer with. Logs any that the guard has not logged. */
  const logged = (error: unknown, requestId: string): AppError => {
    const known = httpError(error);
    if (known.key === 'INTERNAL' && !(error instanceof AppError)) {
      context.log.error({ request_id: requestId, err: error }, 'failed');
    }
    return known;
  };
  const server = Fastify({
    serverFactory: (handler) => {
      const guarded = (request: IncomingMessage, response: ServerResponse) => {
        dropIfUnread(response, unreadAnswerMs);
        try {
          guard().check(request);
        } catch (error) {
          const requestId = ids.id('req');
          refuse(response, logged(error, requestId), requestId);
          return;
        }
        handler(request, response);
      };
      return createServer(
        {
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          keepAliveTimeout: timeouts.keepAlive,
          connectionsCheckingInterval: timeouts.checked,
        },
        guarded,
      );
    },
    genReqId: () => ids.id('req'),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noRouteSchemas, buildSerializer: noRouteSchemas } },
    routerOptions: { ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => {
      const known = logged(error, request.id);
      sendProblem(reply.headers({ ...securityHeaders, 'x-request-id': request.id }), known, request.id);
    },
    // Our own log has the operation and the caller; the framework's would not.
    logger: false,
  });
  const readBody = deferBodies(server);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('cache-control', 'no-store').header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / second);
    done();
  });
  server.setErrorHandler(async (error, request, reply) => sendProblem(reply, logged(error, request.id), request.id));
  server.setNotFoundHandler(async (request, reply) => {
    if (isConsolePath(request)) return page.send(reply);
    return sendProblem(reply, new AppError('NOT_FOUND'), request.id);
  });
  await server.register(health(context, metrics));
  if (advanceClock) await server.register(testClock(advanceClock));
  await server.register(api(context, readBody), { prefix: apiPrefix });
  await server.register(docs, { prefix: '/api/docs' });
  await server.register(trpcRoute(context, readBody), { prefix: trpcEndpoint });
  await server.register(page.files);
  return server;
};

/** Responds before the framework has seen the request. */
const refuse = (response: ServerResponse, error: AppError, requestId: string): void => {
  const problem = toProblem(error, requestId);
  response.writeHead(problem.status, {
    ...problemHeaders(problem),
    ...securityHeaders,
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(JSON.stringify(problem));
};
