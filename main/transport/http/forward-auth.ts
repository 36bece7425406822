import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { forwardAuthPaths } from '#shared/contract/http-names.ts';
import { lifetimesMs, second } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  type Asked,
  type Checked,
  createForwardAuth,
  type ForwardAuth,
  misconfigured,
  type OnTheWay,
} from '../../forward-auth/forward-auth.ts';
import type { Person } from '../../forward-auth/visits.ts';
import type { SystemContext } from '../../services/context.ts';
import { callerInBrowserOf, hostCookie, hostSecretIn } from './browser-session.ts';
import { invocationOf } from './client.ts';
import type { ConsolePage } from './console.ts';
import type { MisconfigurationLog } from './forward-auth-log.ts';
import type { Proxies } from './proxies.ts';
import { cheap } from './route-limits.ts';
import { securityHeaders } from './security-headers.ts';

const byProxy = { limit: { auth: 'proxy' } } as const;
const authorization = { limit: { auth: 'none', throttle: 'authorization' } } as const;

/** A header that a proxy sends once. Of two, one could be the client's own. */
const single = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' && !value.includes(',') ? value : undefined;
};

const isPage = ({ headers }: FastifyRequest, method: string): boolean =>
  method === 'GET' &&
  /text\/html/i.test(headers.accept ?? '') &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

interface ToCheck {
  Params: { application: string };
}

const visitIn = (request: FastifyRequest<ToCheck>): string | undefined =>
  hostSecretIn(request, 'visit', request.params.application);

/** What a proxy asks about, or why that can't be told. */
const askedIn = (request: FastifyRequest<ToCheck>, reply: FastifyReply): Asked | string => {
  const applicationId = request.params.application;
  const host = single(request, 'x-forwarded-host');
  const target = request.headers['x-forwarded-uri'];
  const method = single(request, 'x-forwarded-method');
  if (host === undefined || typeof target !== 'string' || method === undefined)
    return 'The proxy has to send X-Forwarded-Host, X-Forwarded-Uri and X-Forwarded-Method, each once';
  if (!target.startsWith('/')) return 'X-Forwarded-Uri has to begin with a slash';
  if (single(request, 'x-forwarded-proto') !== 'https') return 'Only addresses that begin with https:// can be opened';
  return {
    applicationId,
    host: lowerAscii(host).replace(/:443$/, ''),
    target,
    isPage: isPage(request, method),
    isFromElsewhere: request.headers['sec-fetch-site'] === 'cross-site',
    address: request.ip,
    secret: (name) => hostSecretIn(request, name, applicationId),
    client: () => invocationOf(request, reply).client,
  };
};

/** A header's value: what isn't ASCII is sent as UTF-8. */
const headerText = (text: string): string => Buffer.from(text).toString('latin1');

type Identity = Readonly<Record<`remote-${'user' | 'email' | 'name' | 'groups'}`, string>>;

const identityOf = (person?: Person): Identity => {
  const user = person?.caller.user;
  const isProved = user?.emailVerified && user.emailVerifiedBy === 'mailbox';
  return {
    'remote-user': user?.id ?? '',
    // Others could have typed it in: servers take whoever has an address for its owner.
    'remote-email': isProved ? headerText(user.email) : '',
    'remote-name': headerText(user?.name ?? ''),
    'remote-groups': headerText(person?.standing.told.join(',') ?? ''),
  };
};

const nobody = identityOf();
/** What is told holds as long as the standing that it was made from, which is kept until a commit changes it. */
const identities = new WeakMap<Person['standing'], Identity>();

/** What the protected server is told. Every header is there, also if it is empty, so that none of the client's own gets through. */
const identity = (person?: Person): Identity => {
  if (!person) return nobody;
  const known = identities.get(person.standing);
  if (known) return known;
  const made = identityOf(person);
  identities.set(person.standing, made);
  return made;
};

/** @param redirect the status that leads elsewhere */
const send = (reply: FastifyReply, checked: Checked, redirect: 302 | 401): FastifyReply => {
  switch (checked.is) {
    case 'open':
      return reply.code(200).headers(identity(checked.person)).send('');
    case 'led': {
      const { to, applicationId, visit, wayBack } = checked;
      if (visit !== undefined) reply.headers(hostCookie('visit', applicationId, visit, visit === '' ? 0 : undefined));
      if (wayBack !== undefined)
        reply.headers(hostCookie('way-back', applicationId, wayBack, lifetimesMs.applicationSignIn / second));
      return reply.code(redirect).header('location', to).send('');
    }
    case 'unknown':
      return reply.code(401).send('');
    case 'refused':
      return reply.code(403).type('text/plain; charset=utf-8').send(checked.why);
  }
};

interface WithTicket {
  Querystring: { ticket?: unknown };
}

const misdirected = 'This isn’t where a proxy asks. See docs/forward-auth.md for the address';

/** Whether a path is one that proxies ask at. */
const isCheck = (path: string): boolean => path.startsWith(`${forwardAuthPaths.check}/`);

/**
 * Refuses what a proxy asks at a wrong address, before any page can answer it: proxies take each answer of 200 for a yes, and pages
 * answer almost every path. True if it has.
 * @param target without the base path
 */
export const refuseMisdirected = (
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  logMisconfiguration: MisconfigurationLog,
): boolean => {
  const { headers, method } = request;
  const [path = ''] = target.split('?');
  if (headers['x-forwarded-uri'] === undefined || (method === 'GET' && isCheck(path))) return false;
  logMisconfiguration(request, misdirected);
  response.writeHead(403, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(misdirected);
  return true;
};

/**
 * Lets reverse proxies ask who may open what: nginx with `auth_request`, Caddy with `forward_auth`, Traefik with ForwardAuth. Only
 * where browsers come over https: elsewhere, everyone is refused.
 */
export const forwardAuth =
  (
    context: SystemContext,
    proxies: Proxies,
    page: ConsolePage,
    logMisconfiguration: MisconfigurationLog,
  ): FastifyPluginAsync =>
  async (fastify) => {
    const { config, throttle } = context;
    const { publicUrl } = config;
    const checks = {
      [`${forwardAuthPaths.check}/:application`]: 302,
      // nginx follows no redirect here: its set-up leads to the address in the answer.
      [`${forwardAuthPaths.check}/:application${forwardAuthPaths.authRequest}`]: 401,
    } as const;
    const mountChecks = (
      check: (request: FastifyRequest<ToCheck>, reply: FastifyReply) => Promise<Checked>,
      knownVisitor: ForwardAuth['knownVisitor'] = () => undefined,
    ): void => {
      const knownUser = (request: FastifyRequest) => {
        const visit = visitIn(request as FastifyRequest<ToCheck>);
        return visit === undefined ? undefined : knownVisitor(visit);
      };
      for (const [url, redirect] of Object.entries(checks)) {
        fastify.get<ToCheck>(
          url,
          { config: { ...byProxy, knownUser }, exposeHeadRoute: false },
          async (request, reply) => {
            const checked = await check(request, reply);
            if (checked.is === 'refused' && checked.isMisconfigured) logMisconfiguration(request.raw, checked.why);
            return send(reply, checked, redirect);
          },
        );
      }
    };
    if (!config.isPublicHttps || publicUrl === undefined) {
      mountChecks(async () => misconfigured('Castellan needs an https public URL to protect other hosts'));
      return;
    }
    const hosts = createForwardAuth(context, `${publicUrl}${config.basePath}`);
    const publicHost = new URL(publicUrl).host;
    mountChecks(async (request, reply) => {
      // Through the public name, anyone could ask, with headers of their own.
      if (!proxies.trusts(request.socket.remoteAddress) || request.headers.host === publicHost)
        return misconfigured('Only proxies in --trusted-proxies may ask, and not through the public URL');
      const asked = askedIn(request, reply);
      return typeof asked === 'string' ? misconfigured(asked) : hosts.check(asked);
    }, hosts.knownVisitor);

    const senderOf = async (request: FastifyRequest<WithTicket>) => ({
      address: request.ip,
      caller: await callerInBrowserOf(context, request, { background: false }),
    });
    const ticketIn = ({ query }: FastifyRequest<WithTicket>): string => String(query.ticket ?? '');
    /** Each way on stores something, so it is limited as other steps of sign-ins to applications are. */
    const wayOn = async (request: FastifyRequest<WithTicket>, reply: FastifyReply): Promise<string | undefined> => {
      const { client } = invocationOf(request, reply);
      const settle = await throttle.take(authorization.limit.throttle, client.ip, client.isLocal?.());
      const location = await hosts.wayOn(ticketIn(request), await senderOf(request));
      await settle(location === undefined ? 'UNAUTHENTICATED' : undefined);
      return location;
    };
    /** Whoever is signed in goes on at once. Everyone else gets the page, and comes here again once they are. */
    fastify.get<WithTicket>(
      forwardAuthPaths.signIn,
      { config: authorization, exposeHeadRoute: false },
      async (request, reply) => {
        const location = await wayOn(request, reply);
        return location === undefined ? page.send(reply) : reply.code(302).header('location', location).send('');
      },
    );
    fastify.get<WithTicket>(
      forwardAuthPaths.asked,
      { config: cheap, exposeHeadRoute: false },
      async (request): Promise<OnTheWay> => {
        const way = await hosts.onTheWay(ticketIn(request), await senderOf(request));
        if (!way) throw new AppError('NOT_FOUND');
        return way;
      },
    );
    fastify.post<WithTicket>(forwardAuthPaths.goOn, { config: authorization }, async (request, reply) => {
      if (request.headers.origin !== publicUrl) throw new AppError('ORIGIN_NOT_ALLOWED');
      const location = await wayOn(request, reply);
      if (location === undefined) throw new AppError('NOT_FOUND');
      return { location };
    });
  };
