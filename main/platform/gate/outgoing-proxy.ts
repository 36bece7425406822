import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { isLoopback, type ResolvedAddress } from './addresses.ts';
import { permitted } from './gate.ts';
import { uses } from './uses.ts';

/** The proxy through which requests leave, as the operator has set it (DECISION 0296). */
export interface OutgoingProxy {
  /** `http:` or `https:`; may have a user and a password. */
  readonly url: string;
  /** What is reached without it: names, with those below them, addresses and ranges, or `*`. */
  readonly exceptions: readonly string[];
}

/** Why a proxy let no connection through. Nothing was sent to where the request was going. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly reason: 'proxy_unreachable' | 'proxy_login' | 'proxy_refused';
  readonly code: string | null;

  constructor(reason: ProxyError['reason'], code: string | null) {
    super(reason);
    this.reason = reason;
    this.code = code;
  }
}

/** Host and port of a proxy, without the password. */
export const proxyHost = ({ url }: OutgoingProxy): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
};

const isWithin = (address: string, range: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const [network, bits] = ipaddr.isValidCIDR(range)
    ? ipaddr.parseCIDR(range)
    : ipaddr.isValid(range)
      ? ([ipaddr.process(range), parsed.kind() === 'ipv4' ? 32 : 128] as const)
      : [undefined, 0];
  return network !== undefined && network.kind() === parsed.kind() && parsed.match(network, bits);
};

/** Whether a request to a host, at these addresses, leaves through the proxy. This computer is never asked for there. */
export const goesThrough = (
  { exceptions }: OutgoingProxy,
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  addresses: readonly ResolvedAddress[],
): boolean => {
  if (addresses.some(({ address }) => isLoopback(address))) return false;
  const host = lowerAscii(hostname);
  return !exceptions.some((exception) => {
    const [, name = '', only] = /^\*?\.?([^:]*)(?::(\d+))?$/.exec(exception) ?? [];
    if (exception === '*') return true;
    if (addresses.some(({ address }) => isWithin(address, exception))) return true;
    if (only !== undefined && only !== (port || '443')) return false;
    return name !== '' && (host === name || host.endsWith(`.${name}`));
  });
};

const loginOf = ({ username, password }: URL): { 'proxy-authorization'?: string } =>
  username === '' && password === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${Buffer.from(
          `${decodeURIComponent(username)}:${decodeURIComponent(password)}`,
        ).toString('base64')}`,
      };

/** Has the proxy connect to an address. It gets no name to resolve, so it leads nowhere but to what was checked. */
const openTunnel = (
  proxy: OutgoingProxy,
  { address }: ResolvedAddress,
  port: string,
  signal: AbortSignal,
): Promise<Duplex> =>
  new Promise((fulfil, reject) => {
    const url = new URL(proxy.url);
    const target = `${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
    const options = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...loginOf(url) },
      agent: false as const,
      signal,
    };
    const outgoing = (url.protocol === 'https:' ? https : http).request(permitted(uses.proxy, options));
    const refuse = ({ statusCode = 0 }: IncomingMessage): void => {
      outgoing.destroy();
      reject(new ProxyError(statusCode === 407 ? 'proxy_login' : 'proxy_refused', `HTTP ${statusCode}`));
    };
    outgoing.once('connect', (response, socket) => {
      if (response.statusCode === 200) return fulfil(socket);
      socket.destroy();
      refuse(response);
    });
    outgoing.once('response', refuse);
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      reject(signal.aborted ? error : new ProxyError('proxy_unreachable', error.code ?? null)),
    );
    outgoing.end();
  });

/** A connection through the proxy to one of the addresses that were checked, encrypted from here to the host. */
export const connectThrough = async (
  proxy: OutgoingProxy,
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  [address]: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<TLSSocket> => {
  if (!address) throw new ProxyError('proxy_refused', 'ENOTFOUND');
  const socket = await openTunnel(proxy, address, port || '443', signal);
  const host = hostname.replace(/^\[|\]$/g, '');
  return connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) });
};
