import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { OauthProvider } from '../../oauth/provider.ts';
import { toAppError } from '../../platform/app-error.ts';
import type { Settle } from '../../security/throttle.ts';
import type { SystemContext } from '../../services/context.ts';
import { callerInBrowserOf } from './browser-session.ts';
import { invocationOf } from './client.ts';
import { cheap } from './route-limits.ts';

/** The provider for the present keys, or undefined as long as there are no applications. */
export type OauthProviders = () => Promise<OauthProvider | undefined>;

const authorization = { limit: { auth: 'none', throttle: 'authorization' } } as const;
const tokenRequest = { limit: { auth: 'none', throttle: 'token_request' } } as const;
const interaction = { limit: { auth: 'none', throttle: 'token_guess' } } as const;
type Limited = typeof authorization | typeof tokenRequest | typeof interaction;

/** The endpoints of the provider below the prefix, and what limits them; discovery is at a place of its own. */
const endpoints = {
  authorize: authorization,
  'authorize/:uid': authorization,
  token: tokenRequest,
  userinfo: tokenRequest,
  introspect: tokenRequest,
  revoke: tokenRequest,
} as const;

/**
 * Mounts the provider behind the checks of the server. It is loaded with the first request that it gets. As long as there are no
 * applications, its routes answer as if they weren't there, and count nothing.
 */
export const mountProvider = (
  fastify: FastifyInstance,
  context: SystemContext,
  publicUrl: URL,
  providers: OauthProviders,
): void => {
  const { config, throttle } = context;
  const load = async (): Promise<OauthProvider> => {
    const oauth = await providers();
    if (!oauth) throw new AppError('NOT_FOUND');
    return oauth;
  };
  const take = ({ limit }: Limited, request: FastifyRequest, reply: FastifyReply): Promise<Settle> => {
    const { client } = invocationOf(request, reply);
    return throttle.take(limit.throttle, client.ip, client.isLocal?.());
  };
  /** Says what the public URL says, whatever came, so that every address the provider writes begins with it. */
  const prepare = (request: FastifyRequest): void => {
    const { raw } = request;
    raw.headers.host = publicUrl.host;
    raw.headers['x-forwarded-host'] = publicUrl.host;
    raw.headers['x-forwarded-proto'] = 'https';
    raw.headers['x-forwarded-for'] = request.ip;
    Object.assign(raw, { baseUrl: config.basePath, originalUrl: undefined });
  };
  const caller = (request: FastifyRequest) => callerInBrowserOf(context, request, { background: false });
  const passTo = async (
    { provider, within }: OauthProvider,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    prepare(request);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await within(
      () => caller(request),
      () => provider.callback()(request.raw, reply.raw) as unknown as Promise<void>,
    );
  };
  for (const [endpoint, limited] of Object.entries(endpoints)) {
    fastify.route({
      method: ['GET', 'POST'],
      url: `${oauthPrefix}/${endpoint}`,
      exposeHeadRoute: false,
      config: limited,
      async handler(request, reply) {
        const oauth = await load();
        const settle = await take(limited, request, reply);
        await passTo(oauth, request, reply);
        // Whatever comes of a step of a sign-in, it was one.
        const isFailure = limited === tokenRequest && reply.raw.statusCode >= 400;
        await settle(isFailure ? 'INVALID_CREDENTIALS' : undefined);
      },
    });
  }
  fastify.get(
    '/.well-known/openid-configuration',
    { config: cheap, exposeHeadRoute: false },
    async (request, reply): Promise<void> => passTo(await load(), request, reply),
  );

  /** What the sign-in page asks and tells. A page of another site can't: the Origin must be ours. */
  const own = async <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (oauth: OauthProvider) => Promise<Result>,
  ): Promise<Result> => {
    const oauth = await load();
    if (request.method === 'POST' && request.headers.origin !== publicUrl.origin)
      throw new AppError('ORIGIN_NOT_ALLOWED');
    const settle = await take(interaction, request, reply);
    prepare(request);
    try {
      return await oauth.within(
        () => caller(request),
        () => work(oauth),
      );
    } catch (cause) {
      const error = toAppError(cause);
      await settle(error.key);
      throw error;
    }
  };
  const at = `${oauthPrefix}/interaction/:uid`;
  fastify.get(`${at}/asked`, { config: interaction, exposeHeadRoute: false }, (request, reply) =>
    own(request, reply, async (oauth) => {
      const { asked } = await import('../../oauth/interaction.ts');
      return asked(oauth, [request.raw, reply.raw]);
    }),
  );
  fastify.post(`${at}/go-on`, { config: interaction }, (request, reply) =>
    own(request, reply, async (oauth) => {
      const { goOn } = await import('../../oauth/interaction.ts');
      const person = await caller(request);
      if (!person) throw new AppError('UNAUTHENTICATED');
      return { location: await goOn(context, oauth, [request.raw, reply.raw], person) };
    }),
  );
  fastify.post(`${at}/refuse`, { config: interaction }, (request, reply) =>
    own(request, reply, async (oauth) => {
      const { refuse } = await import('../../oauth/interaction.ts');
      return { location: await refuse(oauth, [request.raw, reply.raw]) };
    }),
  );
};
