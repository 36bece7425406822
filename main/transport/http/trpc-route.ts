import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../services/context.ts';
import { trpcHandler } from '../trpc/handler.ts';
import { browserOf } from './browser-session.ts';
import { invocationOf } from './client.ts';
import type { BodyReader } from './read-body.ts';
import type { NextTurn } from './request-turns.ts';

/** The console's endpoint. Passes the request on as a web Request, like Electron's scheme does. */
export const trpcRoute =
  (context: SystemContext, readBody: BodyReader, nextTurn: NextTurn): FastifyPluginAsync =>
  async (fastify) => {
    const handle = trpcHandler(context);
    fastify.route({
      method: ['GET', 'POST'],
      url: '/*',
      exposeHeadRoute: false,
      config: { limit: { auth: 'operations' } },
      handler: async (request, reply) => {
        const invoked = invocationOf(request, reply);
        const browser = browserOf(context, request, reply);
        const invocation = browser ? { ...invoked, client: { ...invoked.client, browser } } : invoked;
        const response = await handle(
          toWebRequest(request),
          invocation,
          (operation) => readBody(request, operation),
          () => nextTurn(request, invocation.client),
        );
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .send(await response.text());
      },
    });
  };

/** The request without its body, which the guard reads. tRPC wants a type of any request that may have one. */
const toWebRequest = (request: FastifyRequest): Request =>
  new Request(new URL(request.url, 'http://castellan.invalid'), {
    method: request.method,
    headers: { 'content-type': 'application/json' },
  });
