import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { OauthProvider, Sender } from '../../oauth/provider.ts';
import type { Outcome } from '../../security/throttle.ts';
import type { SystemContext } from '../../services/context.ts';
import type { Limited, OauthRequests } from './oauth-requests.ts';
import { cheap } from './route-limits.ts';

const authorization = { limit: { auth: 'none', throttle: 'authorization' } } as const;
const tokenRequest = { limit: { auth: 'none', throttle: 'token_request' } } as const;

/** The endpoints of the provider below the prefix, and what limits them; discovery is at a place of its own. */
const endpoints = {
  authorize: authorization,
  'authorize/:uid': authorization,
  token: tokenRequest,
  userinfo: tokenRequest,
  introspect: tokenRequest,
  revoke: tokenRequest,
  par: authorization,
  device_authorization: authorization,
} as const;

/**
 * What a request counts as. Anyone can have an application send codes that aren't any, and begin sign-ins, so what it sends once it has
 * proved who it is counts against nobody. Access tokens that ended meanwhile are presented in good faith, too.
 */
const outcomeOf = (endpoint: string, limited: Limited, isProven: boolean, status: number): Outcome => {
  if (isProven) return 'NOT_COUNTED';
  // Whatever comes of a step of a sign-in, it was one.
  if (limited === authorization || status < 400) return undefined;
  return endpoint === 'userinfo' ? 'NOT_COUNTED' : 'INVALID_CREDENTIALS';
};

/** Those that pages of single-page applications may call. */
const ofPages: ReadonlySet<string> = new Set(['token', 'userinfo', 'revoke']);
const discovery = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

/**
 * Mounts the provider behind the checks of the server. It is loaded with the first request that it gets. As long as there are no
 * applications, its routes answer as if they weren't there, and count nothing.
 */
export const mountProvider = (
  fastify: FastifyInstance,
  { db }: SystemContext,
  publicUrl: URL,
  { load, prepare, senderOf, take }: OauthRequests,
): void => {
  const passTo = async (
    { provider, within }: OauthProvider,
    request: FastifyRequest,
    reply: FastifyReply,
    sender: Sender = senderOf(request, reply),
  ): Promise<void> => {
    prepare(request);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await within(sender, () => provider.callback()(request.raw, reply.raw) as unknown as Promise<void>);
  };
  /** @throws AppError ORIGIN_NOT_ALLOWED for pages that belong to no application */
  const assertRegistered = async ({ headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin === undefined || origin === publicUrl.origin) return;
    const { isRegisteredOrigin } = await import('../../oauth/origins.ts');
    if (!(await isRegisteredOrigin(db.read, origin))) throw new AppError('ORIGIN_NOT_ALLOWED');
  };
  for (const [endpoint, limited] of Object.entries(endpoints)) {
    fastify.route({
      method: ['GET', 'POST', ...(ofPages.has(endpoint) ? ['OPTIONS'] : [])],
      url: `${oauthPrefix}/${endpoint}`,
      exposeHeadRoute: false,
      config: limited,
      async handler(request, reply) {
        const oauth = await load();
        if (ofPages.has(endpoint)) await assertRegistered(request);
        const settle = await take(limited, request, reply);
        let isProven = false;
        const onProven = () => {
          isProven = true;
        };
        await passTo(oauth, request, reply, { ...senderOf(request, reply), onProven });
        await settle(outcomeOf(endpoint, limited, isProven, reply.raw.statusCode));
      },
    });
  }
  for (const url of discovery) {
    fastify.route({
      method: ['GET', 'OPTIONS'],
      url,
      exposeHeadRoute: false,
      config: cheap,
      handler: async (request, reply) => passTo(await load(), request, reply),
    });
  }
};
