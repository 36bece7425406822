import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { AppError } from '#shared/errors.ts';

/** Who may talk to this server: the names it goes by, and the pages it has served itself. */
export interface Guard {
  /** @throws AppError HOST_NOT_ALLOWED, ORIGIN_NOT_ALLOWED */
  check(request: IncomingMessage): void;
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];
const defaultPort = 80;

/** How a browser names host and port in a Host header. */
const authority = (host: string, port: number): string => (port === defaultPort ? host : `${host}:${port}`);

const bracketed = (host: string): string => (ipaddr.IPv6.isValid(host) ? `[${host}]` : host);

const isUnspecified = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** A host given as an address cannot be the name of a rebinding attack. */
const isAddressAtPort = (host: string, port: number): boolean => {
  const name = host.endsWith(`:${port}`) ? host.slice(0, -`:${port}`.length) : port === defaultPort ? host : '';
  return ipaddr.IPv4.isValidFourPartDecimal(name) || (/^\[.*\]$/.test(name) && ipaddr.IPv6.isValid(name.slice(1, -1)));
};

/** The names, with the port, under which a server answers; the last one stands for any address of this machine. */
export const hostNames = (host: string, port: number, publicUrl: string | undefined): string[] => [
  ...new Set([
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
    ...[...loopbackNames, ...(isUnspecified(host) ? [] : [bracketed(host)])].map((name) => authority(name, port)),
    ...(isUnspecified(host) ? [authority('*', port)] : []),
  ]),
];

/**
 * The guard of a server that listens on `host` and `port`. It runs before routing, so that no route, present or
 * future, is reached under a foreign name (DNS rebinding) or from a foreign page.
 */
export const createGuard = (host: string, port: number, publicUrl: string | undefined): Guard => {
  const hosts = new Set([...loopbackNames, bracketed(host)].map((name) => authority(name, port)));
  const origins = new Set([...hosts].map((name) => `http://${name}`));
  if (publicUrl !== undefined) {
    hosts.add(new URL(publicUrl).host);
    origins.add(publicUrl);
  }
  const open = isUnspecified(host);
  const isKnownHost = (name: string): boolean => hosts.has(name) || (open && isAddressAtPort(name, port));
  const isKnownOrigin = (origin: string): boolean =>
    origins.has(origin) || (open && origin.startsWith('http://') && isAddressAtPort(origin.slice(7), port));
  return {
    check(request) {
      const { headers, rawHeaders, url = '' } = request;
      const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
      if (given !== 1 || !url.startsWith('/') || !isKnownHost(headers.host ?? '')) {
        throw new AppError('HOST_NOT_ALLOWED');
      }
      if (headers.origin !== undefined && !isKnownOrigin(headers.origin)) throw new AppError('ORIGIN_NOT_ALLOWED');
      if (!isFetchAllowed(request)) throw new AppError('ORIGIN_NOT_ALLOWED');
    },
  };
};

/** Browsers tell where a request comes from; from another site only opening a page of the console is allowed. */
const isFetchAllowed = ({ headers, method, url = '' }: IncomingMessage): boolean => {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  const opensPage =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return opensPage && !/^\/(api\/v1|trpc)(\/|$)/.test(pathOf(url));
};

/** The path as the router reads it: an escaped letter is that letter. What cannot be decoded is no route of its. */
const pathOf = (url: string): string => {
  const [path = ''] = url.split(/[?#]/);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
