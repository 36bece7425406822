import type { FastifyPluginAsync } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { AppError } from '#shared/texts/errors.ts';
import { publicJwks } from '../../security/signing-keys.ts';
import type { SystemContext } from '../../services/context.ts';
import { callerInBrowserOf } from './browser-session.ts';
import { mountProvider, type OauthProviders } from './oauth-provider.ts';
import { cheap } from './route-limits.ts';

/** What applications ask for when they sign people in. Only where browsers come over https. */
export const oauth =
  (context: SystemContext, providers: OauthProviders): FastifyPluginAsync =>
  async (fastify) => {
    const { config, keys } = context;
    if (!config.isPublicHttps) return;
    /** The keys that verify what is signed for applications (RFC 7517). None, until there is an application. */
    fastify.get(`${oauthPrefix}/jwks`, { config: cheap }, (_request, reply) =>
      reply.type('application/jwk-set+json; charset=utf-8').send(JSON.stringify({ keys: publicJwks(keys.all) })),
    );
    if (config.publicUrl !== undefined) mountProvider(fastify, context, new URL(config.publicUrl), providers);
    /** Who is signed in in this browser, for the sign-in page. To ask isn't to be active. */
    fastify.get(`${oauthPrefix}/session`, { config: cheap, exposeHeadRoute: false }, async (request) => {
      const caller = await callerInBrowserOf(context, request, { background: true });
      if (!caller) throw new AppError('UNAUTHENTICATED');
      const { id, email, name } = caller.user;
      return { user_id: id, email, name };
    });
  };
