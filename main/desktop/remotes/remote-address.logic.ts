import { isIPv6 } from 'node:net';
import type { addressProblems } from '#shared/contract/desktop-bridge.ts';

type AddressProblem = (typeof addressProblems)[number];

/** Names of this computer. Only there, plain HTTP reaches no one else. */
const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

const withScheme = (typed: string): string => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return typed;
  return `https://${isIPv6(typed) ? `[${typed}]` : typed}`;
};

/**
 * The address of a server as a person types it, such as `castellan.example.org` or `https://example.org/castellan`, as
 * a URL that ends with a slash. Only https, except for this computer. A page's address may be pasted: what follows its
 * path is dropped, and {@link baseOfPage} finds the rest.
 */
export const readRemoteAddress = (typed: string): { address: string } | { problem: AddressProblem } => {
  const url = parse(withScheme(typed.trim()));
  if (url === undefined || url.hostname === '') return { problem: 'invalid' };
  if (url.username !== '' || url.password !== '') return { problem: 'invalid' };
  if (url.protocol === 'http:' && !loopback.test(url.hostname)) return { problem: 'insecure' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'invalid' };
  return { address: `${url.origin}${url.pathname.replace(/\/*$/, '')}/` };
};

/**
 * Where the console begins to which a page belongs: every page of a console names that, whatever its address.
 * @param address of the page, with a slash at the end. Answers it if the page names no beginning of it.
 */
export const baseOfPage = (address: string, html: string): string => {
  const { origin, pathname } = new URL(address);
  const base = /<base href="(\/[^"]*)"/.exec(html)?.[1];
  return base?.endsWith('/') && pathname.startsWith(base) ? `${origin}${base}` : address;
};

/** Whether a URL is a page of the server at this address: of its origin, and below its path. */
export const isRemotePage = (address: string, page: string): boolean => {
  const url = parse(page);
  const remote = new URL(address);
  return (
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.origin === remote.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(remote.pathname)
  );
};

/** Schemes of a WebSocket, and of the pages that may open one. */
const pageSchemes: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' };

/** Whether a page of the server may request this address: only of its own origin, or what it has made itself. */
export const isRemoteRequest = (address: string, requested: string): boolean => {
  const url = parse(requested);
  if (url === undefined) return false;
  if (url.protocol === 'data:' || url.protocol === 'blob:') return true;
  const remote = new URL(address);
  return (pageSchemes[url.protocol] ?? url.protocol) === remote.protocol && url.host === remote.host;
};

/**
 * Whether a page elsewhere, in which the person signs in to a server, may request this address. Nothing without
 * encryption, so neither the service on this computer nor devices in the local network.
 */
export const isGuestRequest = (requested: string): boolean =>
  ['https:', 'wss:', 'data:', 'blob:'].includes(parse(requested)?.protocol ?? '');

/** The web address to offer for opening in the system's browser, or undefined if it is none. */
export const webAddress = (requested: string): URL | undefined => {
  const url = parse(requested);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
};

/** What names a server where a page can't change it: `Production (castellan.example.org)`. */
export const remoteTitle = ({ name, address }: { name: string; address: string }): string => {
  const { host } = new URL(address);
  return name === host ? host : `${name} (${host})`;
};
