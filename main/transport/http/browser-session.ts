import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Browser, callerInBrowser } from '../../security/browser-sessions.ts';
import type { PersonCaller } from '../../security/caller.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { SystemContext } from '../../services/context.ts';

type Context = Pick<SystemContext, 'callers' | 'config' | 'db' | 'ids'>;

/**
 * Browsers accept the first name only over https, from this host, for all of it. Below a base path, the host isn't ours alone, so
 * they get the other one, which asks for https alone.
 */
const nameOf = ({ basePath }: Context['config']): string =>
  basePath === '' ? '__Host-castellan' : '__Secure-castellan';

const cookieText = (name: string, value: string, path: string, more = ''): string =>
  `${name}=${value}; Path=${path}; Secure; HttpOnly; SameSite=Lax${more}`;

const cookie = (config: Context['config'], value: string, more = ''): string =>
  cookieText(nameOf(config), value, config.basePath || '/', more);

/** What a browser gets from a protected host (DECISION 0340): for someone who is signed in there, and to find its way back. */
export type HostCookie = 'visit' | 'way-back';

/** Browsers have one set of cookies for all ports of a name, so each application has names of its own. */
const nameAtHost = (name: HostCookie, applicationId: string): string => `__Host-castellan-${name}-${applicationId}`;

/**
 * A header that gives a browser a secret for the host of an application, and no other.
 * @param maxAgeSeconds until the browser is closed if it is absent; 0 to have it forget what it has
 */
export const hostCookie = (
  name: HostCookie,
  applicationId: string,
  value: string,
  maxAgeSeconds?: number,
): { 'set-cookie': string } => ({
  'set-cookie': cookieText(
    nameAtHost(name, applicationId),
    value,
    '/',
    maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`,
  ),
});

/** The secret that a browser has for the host of an application. */
export const hostSecretIn = (
  request: Pick<FastifyRequest, 'headers'>,
  name: HostCookie,
  applicationId: string,
): string | undefined => secretNamed(request, nameAtHost(name, applicationId));

/**
 * The browser of a request, if someone signs in on the console's own page at the public URL, and that is https. Whoever sends no
 * Origin, as other programs do, gets nothing to keep.
 */
export const browserOf = (
  { config, ids }: Pick<Context, 'config' | 'ids'>,
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: Pick<FastifyReply, 'raw'>,
): Browser | undefined => {
  const { method, headers } = request;
  if (!config.isPublicHttps || method !== 'POST' || headers.origin !== config.publicUrl) return undefined;
  const former = secretNamed(request, nameOf(config));
  let secret: string | undefined;
  return {
    formerHash: former === undefined ? undefined : hashSecret(former),
    secretHash() {
      secret ??= ids.secret();
      return hashSecret(secret);
    },
    deliver() {
      if (secret !== undefined) reply.raw.setHeader('set-cookie', cookie(config, secret));
    },
    forget: () => void reply.raw.setHeader('set-cookie', cookie(config, '', '; Max-Age=0')),
  };
};

const secretPattern = /^[\w-]{43}$/;

/** The value of a cookie. If a browser sends two of a name, another site on the same host has set one: neither counts. */
export const cookieIn = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const prefix = `${name}=`;
  const [value, another] = (headers.cookie ?? '')
    .split(';')
    // No other white space is one between cookies: with it, a name is another one.
    .map((pair) => pair.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
  return another === undefined ? value : undefined;
};

/** The secret that a browser sends in a cookie. */
const secretNamed = (request: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const secret = cookieIn(request, name);
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
};

/**
 * Who is signed in in the browser that sends a request. Only what applications send a browser to may ask: elsewhere, a cookie
 * would let any page on the way act for whoever is signed in.
 */
export const callerInBrowserOf = async (
  context: Context,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  client: { readonly background: boolean },
): Promise<PersonCaller | undefined> => {
  const { callers, config, db } = context;
  const secret = config.isPublicHttps ? secretNamed(request, nameOf(config)) : undefined;
  if (secret === undefined) return undefined;
  return callerInBrowser({ callers, db: db.scopedTo({ address: request.ip }) }, secret, client);
};
