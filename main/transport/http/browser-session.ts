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

const cookie = (config: Context['config'], value: string, more = ''): string =>
  `${nameOf(config)}=${value}; Path=${config.basePath || '/'}; Secure; HttpOnly; SameSite=Lax${more}`;

/**
 * The browser of a request, if someone signs in on the console's own page at the public URL, and that is https. Whoever sends no
 * Origin, as other programs do, gets nothing to keep.
 */
export const browserOf = (
  { config, ids }: Pick<Context, 'config' | 'ids'>,
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: Pick<FastifyReply, 'raw'>,
): Browser | undefined => {
  if (!config.isPublicHttps || method !== 'POST' || headers.origin !== config.publicUrl) return undefined;
  let secret: string | undefined;
  return {
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

/** The secret that a browser sends. If it sends two, another site on the same host has set one: neither counts. */
const secretIn = ({ headers }: Pick<FastifyRequest, 'headers'>, config: Context['config']): string | undefined => {
  const prefix = `${nameOf(config)}=`;
  const [secret, another] = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
  return secret !== undefined && another === undefined && secretPattern.test(secret) ? secret : undefined;
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
  const secret = config.isPublicHttps ? secretIn(request, config) : undefined;
  if (secret === undefined) return undefined;
  return callerInBrowser({ callers, db: db.scopedTo({ address: request.ip }) }, secret, client);
};
