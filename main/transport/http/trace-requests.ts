import type { FastifyInstance, FastifyRequest } from 'fastify';
import { statePaths, trpcPrefix } from '#shared/contract/http-names.ts';
import { livePath } from '#shared/contract/live-topics.ts';
import type { RequestSpan, Tracing } from '../../platform/tracing.ts';

/** Asked all the time, or open for as long as a console is. */
const untraced: ReadonlySet<string> = new Set([...Object.values(statePaths), livePath]);

/** The procedure that the console calls, from a path below the endpoint of tRPC. */
const procedureOf = (url: string): string | undefined =>
  url.startsWith(`${trpcPrefix}/`) ? url.slice(trpcPrefix.length + 1).replace(/\?.*$/, '') : undefined;

/** Makes a span of each request. */
export const traceRequests = (fastify: FastifyInstance, tracing: Tracing): void => {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!untraced.has(request.routeOptions.url ?? '')) spans.set(request, tracing.begin(request));
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end({
      route: request.routeOptions.url ?? 'none',
      operation: procedureOf(request.url),
      status: reply.statusCode,
      requestId: request.id,
    });
    done();
  });
};
