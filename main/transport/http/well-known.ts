import type { FastifyPluginAsync } from 'fastify';
import { type BasePath, basePathOf } from './base-path.ts';
import { cheap } from './route-limits.ts';

/** Where the console changes a password. */
const passwordPage = '/dashboard/profile?tab=password';

/** Where password managers look for the page that changes a password: W3C, A Well-Known URL for Changing Passwords. */
export const wellKnown =
  (basePath: BasePath): FastifyPluginAsync =>
  async (fastify) => {
    fastify.get('/.well-known/change-password', { config: cheap }, (request, reply) =>
      reply.redirect(`${basePathOf(request, basePath)}${passwordPage}`, 302),
    );
  };
