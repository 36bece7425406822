import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { SystemContext } from '../../context.ts';
import { trpcHandler } from '../trpc/handler.ts';
import { invocationOf } from './client.ts';

/** The console's endpoint. Passes the request on as a web Request, like Electron's scheme does. */
export const trpcRoute =
  (context: SystemContext): FastifyPluginAsync =>
  async (server) => {
    const handle = trpcHandler(context);
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    server.route({
      method: ['GET', 'POST'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const response = await handle(toWebRequest(request), invocationOf(request));
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .send(await response.text());
      },
    });
  };

const toWebRequest = (request: FastifyRequest): Request => {
  const type = request.headers['content-type'];
  return new Request(new URL(request.url, 'http://castellan.invalid'), {
    method: request.method,
    headers: { 'content-type': type ?? 'application/json' },
    // An operation without fields may be called with no body.
    ...(request.method !== 'GET' && {
      body: typeof request.body === 'string' && request.body !== '' ? request.body : '{}',
    }),
  });
};
