import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { bodyLimits } from '#shared/rules/limits.ts';
import { sessionCall } from '../../services/calls.ts';
import type { SystemContext } from '../../services/context.ts';
import { signOut } from '../../services/identity/sign-out.ts';
import { cookieIn } from './browser-session.ts';
import type { OauthRequests } from './oauth-requests.ts';
import { collect } from './read-body.ts';

const config = { limit: { auth: 'none', throttle: 'authorization' } } as const;
const cookieName = '__Secure-castellan-logout';
const lifetimeSeconds = 600;

/** What an application asked for, as the browser keeps it. */
const keptIn = (request: FastifyRequest): string | undefined => cookieIn(request, cookieName);

/** The parameters of a request, of which only the first of each name counts. */
const parametersOf = async (request: FastifyRequest): Promise<Record<string, string>> => {
  const text =
    request.method === 'POST' ? await collect(request, bodyLimits.standard) : (request.url.split('?')[1] ?? '');
  return Object.fromEntries([...new URLSearchParams(text)].reverse());
};

/**
 * Sign-out that an application asks for (OpenID Connect RP-Initiated Logout). It ends nothing by itself: a page of the console asks the
 * person first, because any site could send a browser here.
 */
export const oauthLogout = (
  fastify: FastifyInstance,
  context: SystemContext,
  { caller, forPage, load, senderOf, take }: OauthRequests,
): void => {
  const { basePath, publicUrl } = context.config;
  const path = `${basePath}${oauthPrefix}/logout`;
  const cookie = (value: string, maxAge: number): string =>
    `${cookieName}=${value}; Path=${path}; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;

  fastify.route({
    method: ['GET', 'POST'],
    url: `${oauthPrefix}/logout`,
    exposeHeadRoute: false,
    config,
    async handler(request, reply) {
      const oauth = await load();
      const settle = await take(config, request, reply);
      const { keepLogout } = await import('../../oauth/logout.ts');
      const kept = await keepLogout(context, oauth, await parametersOf(request));
      await settle(undefined);
      return reply
        .header('set-cookie', cookie(kept, lifetimeSeconds))
        .redirect(`${basePath}${oauthPrefix}/sign-out`, 303);
    },
  });
  fastify.get(`${oauthPrefix}/logout/asked`, { config, exposeHeadRoute: false }, (request, reply) =>
    forPage(config, request, reply, async () => {
      const { askedToSignOut } = await import('../../oauth/logout.ts');
      return askedToSignOut(context, keptIn(request));
    }),
  );
  const answer = <Page>(request: FastifyRequest, reply: FastifyReply, page: Page, act: () => Promise<void>) =>
    forPage(config, request, reply, async () => {
      const { afterLogout } = await import('../../oauth/logout.ts');
      await act();
      reply.raw.appendHeader('set-cookie', cookie('', 0));
      return { location: afterLogout(context, keptIn(request)) ?? page };
    });
  fastify.post(`${oauthPrefix}/logout/go-on`, { config }, (request, reply) =>
    answer(request, reply, `${publicUrl}${basePath}/login`, async () => {
      const person = await caller(request);
      if (person?.sessionId === undefined) return;
      const session = { sessionId: person.sessionId, tenantId: person.user.tenantId };
      await signOut(context, sessionCall(context, senderOf(request, reply).client, session));
    }),
  );
  fastify.post(`${oauthPrefix}/logout/stay`, { config }, (request, reply) =>
    // Whoever stays signed in is asked nothing more: the console in this tab may know no one.
    answer(request, reply, null, async () => {}),
  );
};
