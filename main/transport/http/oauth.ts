import type { FastifyPluginAsync } from 'fastify';
import { publicJwks } from '../../security/signing-keys.ts';
import type { SystemContext } from '../../services/context.ts';
import { cheap } from './route-limits.ts';

/** What applications ask for when they sign people in. Only where browsers come over https. */
export const oauth =
  ({ config, keys }: Pick<SystemContext, 'config' | 'keys'>): FastifyPluginAsync =>
  async (fastify) => {
    if (!config.isPublicHttps) return;
    /** The keys that verify what is signed for applications (RFC 7517). None, until there is an application. */
    fastify.get('/jwks', { config: cheap }, (_request, reply) =>
      reply.type('application/jwk-set+json; charset=utf-8').send(JSON.stringify({ keys: publicJwks(keys.all) })),
    );
  };
