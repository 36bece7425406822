import type { FastifyPluginAsync } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { AppError } from '#shared/texts/errors.ts';
import { publicJwks } from '../../security/signing-keys.ts';
import type { SystemContext } from '../../services/context.ts';
import { callerInBrowserOf } from './browser-session.ts';
import { oauthLogout } from './oauth-logout.ts';
import { oauthPages } from './oauth-pages.ts';
import { mountProvider } from './oauth-provider.ts';
import { createOauthRequests, type OauthProviders } from './oauth-requests.ts';
import type { BodyReader } from './read-body.ts';
import { cheap } from './route-limits.ts';

/** What applications ask for when they sign people in. Only where browsers come over https. */
export const oauth =
  (context: SystemContext, providers: OauthProviders, readBody: BodyReader): FastifyPluginAsync =>
  async (fastify) => {
    const { config, keys } = context;
    if (!config.isPublicHttps) return;
    /** The keys that verify what is signed for applications (RFC 7517). None, until there is an application. */
    fastify.get(`${oauthPrefix}/jwks`, { config: cheap }, (_request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .type('application/jwk-set+json; charset=utf-8')
        .send(JSON.stringify({ keys: publicJwks(keys.all) })),
    );
    if (config.publicUrl !== undefined) {
      const publicUrl = new URL(config.publicUrl);
      const requests = createOauthRequests(context, publicUrl, providers);
      mountProvider(fastify, context, publicUrl, requests);
      oauthPages(fastify, context, requests, readBody);
      oauthLogout(fastify, context, requests);
    }
    /** Who is signed in in this browser, for the sign-in page. To ask isn't to be active. */
    fastify.get(`${oauthPrefix}/session`, { config: cheap, exposeHeadRoute: false }, async (request) => {
      const caller = await callerInBrowserOf(context, request, { background: true });
      if (!caller) throw new AppError('UNAUTHENTICATED');
      const { id, email, name } = caller.user;
      return { user_id: id, email, name };
    });
  };
