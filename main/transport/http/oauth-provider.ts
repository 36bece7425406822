import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { OauthProvider } from '../../oauth/provider.ts';
import type { SystemContext } from '../../services/context.ts';
import { callerInBrowserOf } from './browser-session.ts';
import { cheap } from './route-limits.ts';

/** The provider for the present keys, or undefined as long as there are no applications. */
export type OauthProviders = () => Promise<OauthProvider | undefined>;

/** The endpoints of the provider, below the prefix; discovery is at a place of its own. */
const endpoints = ['authorize', 'authorize/:uid', 'token', 'userinfo', 'introspect', 'revoke'];

/** Mounts the provider behind the checks of the server. It is loaded with the first request that it gets. */
export const mountProvider = (fastify: FastifyInstance, context: SystemContext, providers: OauthProviders): void => {
  const { config } = context;
  const publicUrl = new URL(config.publicUrl ?? '');
  const load = async (): Promise<OauthProvider> => {
    const oauth = await providers();
    if (!oauth) throw new AppError('NOT_FOUND');
    return oauth;
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
  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { provider, within } = await load();
    prepare(request);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await within(
      () => caller(request),
      () => provider.callback()(request.raw, reply.raw) as unknown as Promise<void>,
    );
  };
  for (const endpoint of endpoints) {
    fastify.route({
      method: ['GET', 'POST'],
      url: `${oauthPrefix}/${endpoint}`,
      exposeHeadRoute: false,
      config: cheap,
      handler: pass,
    });
  }
  fastify.get('/.well-known/openid-configuration', { config: cheap, exposeHeadRoute: false }, pass);

  /** What the sign-in page asks and tells. A page of another site can't: the Origin must be ours. */
  const own = async <Result>(
    request: FastifyRequest,
    work: (oauth: OauthProvider) => Promise<Result>,
  ): Promise<Result> => {
    const oauth = await load();
    if (request.method === 'POST' && request.headers.origin !== config.publicUrl)
      throw new AppError('ORIGIN_NOT_ALLOWED');
    prepare(request);
    return oauth.within(
      () => caller(request),
      () => work(oauth),
    );
  };
  const at = `${oauthPrefix}/interaction/:uid`;
  fastify.get(`${at}/asked`, { config: cheap, exposeHeadRoute: false }, (request, reply) =>
    own(request, async (oauth) => {
      const { asked } = await import('../../oauth/interaction.ts');
      return asked(oauth, [request.raw, reply.raw]);
    }),
  );
  fastify.post(`${at}/go-on`, { config: cheap }, (request, reply) =>
    own(request, async (oauth) => {
      const { goOn } = await import('../../oauth/interaction.ts');
      const person = await caller(request);
      if (!person) throw new AppError('UNAUTHENTICATED');
      return { location: await goOn(context, oauth, [request.raw, reply.raw], person) };
    }),
  );
  fastify.post(`${at}/refuse`, { config: cheap }, (request, reply) =>
    own(request, async (oauth) => {
      const { refuse } = await import('../../oauth/interaction.ts');
      return { location: await refuse(oauth, [request.raw, reply.raw]) };
    }),
  );
};
