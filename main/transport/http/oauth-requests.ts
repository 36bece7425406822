import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ThrottleName } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { OauthProvider, Sender } from '../../oauth/provider.ts';
import { toAppError } from '../../platform/app-error.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { Settle } from '../../security/throttle.ts';
import type { SystemContext } from '../../services/context.ts';
import { browserOf, callerInBrowserOf } from './browser-session.ts';
import { invocationOf } from './client.ts';

/** The provider for the present keys, or undefined as long as there are no applications. */
export type OauthProviders = () => Promise<OauthProvider | undefined>;

/** What a route of the provider is limited by. */
export interface Limited {
  readonly limit: { readonly auth: 'none'; readonly throttle: ThrottleName };
}

/** How requests reach the provider. */
export interface OauthRequests {
  /** Loads the provider. @throws AppError NOT_FOUND as long as there are no applications */
  load(): Promise<OauthProvider>;
  take(limited: Limited, request: FastifyRequest, reply: FastifyReply): Promise<Settle>;
  /** Says what the public URL says, whatever came, so that every address the provider writes begins with it. */
  prepare(request: FastifyRequest): void;
  senderOf(request: FastifyRequest, reply: FastifyReply): Sender;
  /** Who is signed in in the browser. That counts as activity. */
  caller(request: FastifyRequest): Promise<PersonCaller | undefined>;
  /**
   * Runs what a page of the console asks or tells. A page of another site can't tell anything: its Origin must be ours.
   * @throws AppError NOT_FOUND, ORIGIN_NOT_ALLOWED, RATE_LIMITED, and what the work throws
   */
  forPage<Result>(
    limited: Limited,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (oauth: OauthProvider) => Promise<Result>,
  ): Promise<Result>;
}

export const createOauthRequests = (
  context: SystemContext,
  publicUrl: URL,
  providers: OauthProviders,
): OauthRequests => {
  const { config, throttle } = context;
  const caller = (request: FastifyRequest) => callerInBrowserOf(context, request, { background: false });
  const requests: OauthRequests = {
    async load() {
      const oauth = await providers();
      if (!oauth) throw new AppError('NOT_FOUND');
      return oauth;
    },
    take({ limit }, request, reply) {
      const { client } = invocationOf(request, reply);
      return throttle.take(limit.throttle, client.ip, client.isLocal?.());
    },
    prepare(request) {
      const { raw } = request;
      raw.headers.host = publicUrl.host;
      raw.headers['x-forwarded-host'] = publicUrl.host;
      raw.headers['x-forwarded-proto'] = 'https';
      raw.headers['x-forwarded-for'] = request.ip;
      Object.assign(raw, { baseUrl: config.basePath, originalUrl: undefined });
    },
    caller,
    senderOf: (request, reply) => ({
      client: { ...invocationOf(request, reply).client, browser: browserOf(context, request, reply) },
      inBrowser: () => caller(request),
    }),
    async forPage(limited, request, reply, work) {
      const oauth = await requests.load();
      if (request.method === 'POST' && request.headers.origin !== publicUrl.origin)
        throw new AppError('ORIGIN_NOT_ALLOWED');
      const settle = await requests.take(limited, request, reply);
      requests.prepare(request);
      try {
        return await oauth.within(requests.senderOf(request, reply), () => work(oauth));
      } catch (cause) {
        const error = toAppError(cause);
        await settle(error.key);
        throw error;
      }
    },
  };
  return requests;
};
