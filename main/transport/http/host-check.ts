import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { apiPrefix, forwardAuthPaths, isBelow, trpcPrefix } from '#shared/contract/http-names.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type BasePath, withoutBasePath } from './base-path.ts';
import { isBearerCall, isOpenToPages } from './cors.ts';

/** Accepts only requests for this server's own host names, and only from its own pages or allowed origins. */
export interface HostCheck {
  /** Host names with their ports, for the log. */
  readonly hosts: readonly string[];
  /** Origins of this server's own pages, and the allowed ones. */
  readonly origins: readonly string[];
  /**
   * Returns the origin if it is another one that is allowed to call the API (CORS).
   * @throws AppError HOST_NOT_ALLOWED, ORIGIN_NOT_ALLOWED
   */
  check(request: IncomingMessage): string | undefined;
}

/** What the operator allows in addition to the address and the public URL. */
export interface Allowed {
  /** In lower case, with ports. */
  hosts?: readonly string[];
  origins?: readonly string[];
  basePath?: BasePath;
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];
const defaultPort = 80;

/** Formats host and port the way browsers do in a Host header. */
const authority = (host: string, port: number): string => (port === defaultPort ? host : `${host}:${port}`);

const bracketed = (host: string): string => (ipaddr.IPv6.isValid(host) ? `[${host}]` : host);

const isUnspecified = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** DNS rebinding needs a name, so a literal IP address is safe. */
const isAddressAtPort = (host: string, port: number): boolean => {
  const name = host.endsWith(`:${port}`) ? host.slice(0, -`:${port}`.length) : port === defaultPort ? host : '';
  return ipaddr.IPv4.isValidFourPartDecimal(name) || (/^\[.*\]$/.test(name) && ipaddr.IPv6.isValid(name.slice(1, -1)));
};

/** What a server is called on its own machine. The address that stands for every one is no name. */
const machineNames = (host: string, port: number): string[] =>
  [...loopbackNames, ...(isUnspecified(host) ? [] : [bracketed(host)])].map((name) => authority(name, port));

const knownNames = (
  host: string,
  port: number,
  publicUrl: string | undefined,
  { hosts = [] }: Allowed,
): ReadonlySet<string> =>
  new Set([...(publicUrl === undefined ? [] : [new URL(publicUrl).host]), ...hosts, ...machineNames(host, port)]);

/** The host names, with port, that a server answers to. The last one stands for any address of this machine. */
export const hostNames = (
  host: string,
  port: number,
  publicUrl: string | undefined,
  allowed: Allowed = {},
): string[] => [...knownNames(host, port, publicUrl, allowed), ...(isUnspecified(host) ? [authority('*', port)] : [])];

/**
 * Creates the check for a server that listens on `host` and `port`. It runs before routing, so no present or future
 * route can be reached under a foreign name (DNS rebinding) or from a foreign page.
 */
export const createHostCheck = (
  host: string,
  port: number,
  publicUrl: string | undefined,
  allowed: Allowed = {},
): HostCheck => {
  const hosts = knownNames(host, port, publicUrl, allowed);
  const origins = new Set([
    ...machineNames(host, port).map((name) => `http://${name}`),
    ...(publicUrl === undefined ? [] : [publicUrl]),
    // A proxy in front of this name may use TLS.
    ...(allowed.hosts ?? []).flatMap((name) => [`http://${name}`, `https://${name}`]),
  ]);
  const others = new Set(allowed.origins);
  const { basePath = '' } = allowed;
  const open = isUnspecified(host);
  const isKnownHost = (name: string): boolean => hosts.has(name) || (open && isAddressAtPort(name, port));
  // A server on every address has many names, of which each page knows only its own.
  const isKnownOrigin = (origin: string, name: string): boolean =>
    origins.has(origin) || (open && origin === `http://${name}`);
  return {
    hosts: hostNames(host, port, publicUrl, allowed),
    origins: [...origins, ...others],
    check(request) {
      const { headers, rawHeaders } = request;
      const given = rawHeaders.filter((name, index) => index % 2 === 0 && lowerAscii(name) === 'host').length;
      const name = takeAuthority(request) ?? lowerAscii(headers.host ?? '');
      // Nobody may leave it out (RFC 9112 §3.2). Node would refuse that without a problem document.
      if (given === 0 && request.httpVersion === '1.1') throw new AppError('HOST_NOT_ALLOWED');
      if (isAskedByProxy(request, withoutBasePath(request.url ?? '', basePath))) return undefined;
      if (given !== 1 || !request.url?.startsWith('/') || !isKnownHost(name)) throw new AppError('HOST_NOT_ALLOWED');
      const target = withoutBasePath(request.url, basePath);
      const { origin } = headers;
      if (isOpenToPages(request, target)) return undefined;
      if (origin !== undefined && !isKnownOrigin(origin, name)) {
        if (others.has(origin) && isBearerCall(request, target)) return origin;
        throw new AppError('ORIGIN_NOT_ALLOWED');
      }
      if (!isFetchAllowed(request, target)) throw new AppError('ORIGIN_NOT_ALLOWED');
      return undefined;
    },
  };
};

/**
 * A reverse proxy asks about a request to another host, and may pass its headers on: its Host, its Origin, what its page is. None
 * counts there (DECISION 0340).
 */
const isAskedByProxy = ({ method }: IncomingMessage, target: string): boolean =>
  method === 'GET' && target.startsWith(`${forwardAuthPaths.check}/`);

/**
 * Turns an absolute request target into a path, as clients send it to proxies, and returns its host. RFC 9112 §3.2.2
 * has every server accept this form, and ignore the Host header then.
 */
const takeAuthority = (request: IncomingMessage): string | undefined => {
  const [, authorityPart, path] = /^http:\/\/([^/?#]*)([^#]*)$/i.exec(request.url ?? '') ?? [];
  if (authorityPart === undefined || path === undefined) return undefined;
  request.url = path.startsWith('/') ? path : `/${path}`;
  return lowerAscii(authorityPart);
};

/** Browsers say where a request comes from. From another site, only navigating to a console page is allowed. */
const isFetchAllowed = ({ headers, method }: IncomingMessage, target: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  const opensPage =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opensPage && !isBelow(pathOf(target), [apiPrefix, trpcPrefix]);
};

/** The path as the router sees it, with escapes decoded. A path that can't be decoded matches no route. */
const pathOf = (url: string): string => {
  const [path = ''] = url.split(/[?#]/);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
