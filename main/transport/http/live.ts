import { PassThrough } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import { livePath } from '#shared/contract/live-topics.ts';
import { liveLimits } from '#shared/rules/limits.ts';
import type { LiveHub } from '../../live/hub.ts';
import { bearerOf } from '../invoke.ts';

/** How long a console was not connected, in milliseconds. Without a valid number, everything is reported as changed. */
const sinceMsIn = (query: unknown): number => {
  const { since } = query as { since?: unknown };
  return typeof since === 'string' && /^\d{1,9}$/.test(since) ? Number(since) : Number.POSITIVE_INFINITY;
};

/**
 * `GET /live?since=MS`: the stream of changes for consoles, as server-sent events. It isn't an operation: it has no
 * answer that a contract could describe, and no data.
 */
export const live =
  (hub: LiveHub): FastifyPluginAsync =>
  async (fastify) => {
    // The server waits for open responses before it stops.
    fastify.addHook('preClose', async () => hub.stop());
    fastify.get(livePath, { exposeHeadRoute: false, config: { limit: { auth: 'bearer' } } }, async (request, reply) => {
      const body = new PassThrough();
      const write = (text: string): void => {
        // Only a client that stopped reading falls behind that far. It can connect again.
        if (body.readableLength + body.writableLength > liveLimits.unreadBytes) body.destroy();
        else body.write(text);
      };
      const close = await hub.open(bearerOf(request.headers.authorization), sinceMsIn(request.query), {
        send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        keepAlive: () => write(':\n\n'),
        end: () => body.end(),
      });
      body.once('close', close);
      // nginx would hold the events back.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(body);
    });
  };
