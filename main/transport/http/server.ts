import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { apiPrefix, referencePath, trpcPrefix } from '#shared/contract/http-names.ts';
import { maxPipelinedRequests, second, unreadAnswerMs, unreadBodyLimits } from '#shared/rules/limits.ts';
import { AppError, toProblem } from '#shared/texts/errors.ts';
import type { LiveHub } from '../../live/hub.ts';
import { createLogLimit } from '../../platform/log-limit.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Tracing } from '../../platform/tracing.ts';
import type { SystemContext } from '../../services/context.ts';
import { sendTogether } from './answers-together.ts';
import { api } from './api.ts';
import { withoutBasePath } from './base-path.ts';
import { answerBroken } from './broken-requests.ts';
import type { ConsolePage } from './console.ts';
import { isConsolePath } from './console-paths.ts';
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import { docs } from './docs.ts';
import { forwardAuth, refuseMisdirected } from './forward-auth.ts';
import { misconfigurationLog } from './forward-auth-log.ts';
import { health } from './health.ts';
import type { HostCheck } from './host-check.ts';
import { live } from './live.ts';
import { oauth } from './oauth.ts';
import type { OauthProviders } from './oauth-requests.ts';
import { methodsAt } from './offered-methods.ts';
import { limitPipelining } from './pipelined-requests.ts';
import { httpError, problemHeaders, sendProblem } from './problem.ts';
import type { Proxies } from './proxies.ts';
import { deferBodies } from './read-body.ts';
import { takeTurns } from './request-turns.ts';
import { requireLimits } from './route-limits.ts';
import { securityHeaders } from './security-headers.ts';
import { type MoveClock, testClock } from './test-clock.ts';
import { traceRequests } from './trace-requests.ts';
import { trpcRoute } from './trpc-route.ts';
import { dropIfUnread } from './unread-answers.ts';
import { readToEndOrClose } from './unread-bodies.ts';
import { wellKnown } from './well-known.ts';

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
  live: LiveHub;
  page: ConsolePage;
  /** Available once the server listens. */
  hostCheck: () => HostCheck;
  proxies: Proxies;
  /** The OpenID provider. */
  oauthProviders: OauthProviders;
  /** Whether the service stops soon: callers should connect elsewhere for their next request. */
  isStopping: () => boolean;
  /** Only if traces are on. */
  tracing?: Tracing | undefined;
  /** Only with a test clock. */
  moveClock?: MoveClock | undefined;
}

/** The HTTP server: the API, the console and its tRPC endpoint, the API reference, and the health check. */
export const createHttpServer = async ({
  context,
  metrics,
  live: hub,
  page,
  hostCheck,
  proxies,
  oauthProviders,
  isStopping,
  tracing,
  moveClock,
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
  const logRefusal = refusalLog(context);
  const logMisconfiguration = misconfigurationLog(context);
  const fastify = Fastify({
    serverFactory: (handler) => {
      const accepts = limitPipelining(maxPipelinedRequests);
      const guarded = (request: IncomingMessage, response: ServerResponse) => {
        if (!accepts(request, response)) return;
        dropIfUnread(response, unreadAnswerMs);
        readToEndOrClose(request, response, unreadBodyLimits);
        if (isStopping()) response.setHeader('connection', 'close');
        if (
          refuseMisdirected(request, response, withoutBasePath(request.url ?? '', config.basePath), logMisconfiguration)
        )
          return;
        let origin: string | undefined;
        try {
          origin = hostCheck().check(request);
        } catch (error) {
          const requestId = ids.id('req');
          const refusal = logged(error, requestId);
          logRefusal(request, refusal, hostCheck());
          refuse(response, refusal, requestId);
          return;
        }
        if (origin !== undefined && isPreflight(request)) {
          response.writeHead(204, { ...securityHeaders, ...preflightHeaders(origin) }).end();
          return;
        }
        if (origin !== undefined) response.setHeaders(new Map(Object.entries(corsHeaders(origin))));
        handler(request, response);
      };
      const server = createServer(
        {
          // The host check refuses such requests, with a problem document.
          requireHostHeader: false,
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          keepAliveTimeout: timeouts.keepAlive,
          connectionsCheckingInterval: timeouts.checked,
        },
        guarded,
      );
      // What is expected may be ignored (RFC 9110 §10.1.1). Node itself would answer with an empty 417.
      return server.on('checkExpectation', guarded);
    },
    rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutBasePath(url, config.basePath),
    genReqId: () => ids.id('req'),
    trustProxy: config.trustedProxies.length > 0 ? proxies.trusts : false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noRouteSchemas, buildSerializer: noRouteSchemas } },
    routerOptions: { ignoreTrailingSlash: false },
    clientErrorHandler: answerBroken(() => ids.id('req')),
    frameworkErrors: (error, request, reply) => {
      const known = logged(error, request.id);
      sendProblem(reply.headers({ ...securityHeaders, 'x-request-id': request.id }), known, request.id);
    },
    // Our own log has the operation and the caller; the framework's would not.
    logger: false,
  });
  const readBody = deferBodies(fastify);
  requireLimits(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    proxies.notice(request.raw);
    reply.headers(securityHeaders).header('cache-control', 'no-store').header('x-request-id', request.id);
    done();
  });
  sendTogether(fastify, context.log);
  const nextTurn = takeTurns(fastify, ({ headers }) => context.callers.knownUser(headers.authorization));
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / second);
    done();
  });
  if (tracing) traceRequests(fastify, tracing);
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const allow = methodsAt(request.url);
    if (allow) return sendProblem(reply, new AppError('METHOD_NOT_ALLOWED', { allow: [...allow] }), request.id);
    return sendProblem(reply, new AppError('NOT_FOUND'), request.id);
  };
  fastify.setErrorHandler(async (error, request, reply) =>
    // The framework refuses a QUERY without a body before it looks for a route.
    request.is404 && request.method === 'QUERY'
      ? sendNotFound(request, reply)
      : sendProblem(reply, logged(error, request.id), request.id),
  );
  fastify.setNotFoundHandler(async (request, reply) =>
    isConsolePath(request) ? page.send(reply) : sendNotFound(request, reply),
  );
  await fastify.register(health(context, metrics, isStopping));
  if (moveClock) await fastify.register(testClock(moveClock));
  await fastify.register(api(context, readBody), { prefix: apiPrefix });
  await fastify.register(live(hub));
  await fastify.register(docs(config.basePath), { prefix: referencePath });
  await fastify.register(trpcRoute(context, readBody, nextTurn), { prefix: trpcPrefix });
  await fastify.register(oauth(context, oauthProviders, readBody));
  await fastify.register(forwardAuth(context, proxies, page, logMisconfiguration));
  await fastify.register(wellKnown(config.basePath));
  await fastify.register(page.files);
  return fastify;
};

/** Longer values come from no browser. */
const maxLogged = 200;

/** Logs what came and what is allowed: a wrong public URL or proxy setting shows up nowhere else. */
const refusalLog = ({ log, clock }: SystemContext) => {
  const limit = createLogLimit(clock);
  return ({ headers, socket }: IncomingMessage, { code }: AppError, { hosts, origins }: HostCheck): void =>
    limit((left_out) =>
      log.warn(
        {
          code,
          host: headers.host?.slice(0, maxLogged),
          origin: headers.origin?.slice(0, maxLogged),
          ip: socket.remoteAddress,
          ...(code === 'HOST_NOT_ALLOWED' ? { allowed_hosts: hosts } : { allowed_origins: origins }),
          ...(left_out > 0 && { left_out }),
        },
        'refused; see --public-url, --allowed-hosts and --allowed-origins',
      ),
    );
};

/** Responds before the framework has seen the request. */
const refuse = (response: ServerResponse, error: AppError, requestId: string): void => {
  const problem = toProblem(error, requestId);
  response.writeHead(problem.status, {
    ...problemHeaders(problem),
    ...securityHeaders,
    'x-request-id': requestId,
  });
  response.end(JSON.stringify(problem));
};
