import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { isLoopback, literalAddress, mayConnect, type ResolvedAddress } from '../platform/gate/addresses.ts';
import { type Resolve, requestFor, systemResolve } from '../platform/gate/connections.ts';
import { connectThrough, goesThrough, type OutgoingProxy, ProxyError } from '../platform/gate/outgoing-proxy.ts';
import { uses } from '../platform/gate/uses.ts';
import { SendError } from './send-error.ts';
import { type Answer, raceAbort, type Send } from './transport.ts';

const certificateCodes = /^(CERT_|ERR_TLS_CERT|ERR_TLS_INVALID|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Classifies a system error. `sent` is whether anything may have reached the other side. */
export const sendErrorOf = (error: unknown, sent: boolean): SendError => {
  if (error instanceof SendError) return error;
  if (error instanceof ProxyError) return new SendError(error.reason, false, error.code);
  const { code, name } = error as { code?: unknown; name?: unknown };
  const text = typeof code === 'string' ? code : null;
  if (name === 'AbortError' || name === 'TimeoutError') return new SendError('timeout', sent);
  if (text && certificateCodes.test(text)) return new SendError('certificate', sent, text);
  if (text?.startsWith('HPE_')) return new SendError('not_json', sent, text);
  return new SendError('network', sent, text);
};

/**
 * The addresses that a request may go to. IPv4 only if there is any: the provider's allow-list supports nothing else.
 * @throws SendError if the scheme, or an address of the name, is not allowed
 */
export const allowedAddresses = async (
  url: URL,
  resolve: Resolve,
  allowPrivate: boolean,
): Promise<ResolvedAddress[]> => {
  const refused = new SendError('address_refused', false);
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw refused;
  const literal = literalAddress(url.hostname);
  const found = literal ? [literal] : await resolve(url.hostname);
  if (found.length === 0) throw new SendError('network', false, 'ENOTFOUND');
  // One blocked address blocks the name. Otherwise chance would decide which address a connection uses.
  if (!found.every(({ address }) => mayConnect(address, allowPrivate))) throw refused;
  if (url.protocol === 'http:' && !found.every(({ address }) => isLoopback(address))) throw refused;
  const ipv4 = found.filter(({ family }) => family === 4);
  return ipv4.length > 0 ? ipv4 : found;
};

/**
 * Returns the vetted addresses without another DNS lookup, so a name that has changed since can't redirect the request.
 */
const pinnedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Sends over the network: https, or http to this machine. Resolves addresses once, checks them and connects only to
 * them, through the proxy if there is one. Doesn't follow redirects or reuse connections: if the other side closed an idle one, a write would be
 * uncertain.
 */
export const createNetworkSend = ({
  allowPrivateAddresses,
  proxy,
  resolve = systemResolve,
}: {
  allowPrivateAddresses: boolean;
  proxy?: OutgoingProxy | undefined;
  resolve?: Resolve;
}): Send => {
  const exchange = (
    url: URL,
    request: Request,
    body: string,
    addresses: ResolvedAddress[],
    tunnel: TLSSocket | undefined,
  ): Promise<Answer> =>
    new Promise((fulfil, reject) => {
      let sent = false;
      const markSent = (): void => {
        sent = true;
      };
      const isSecure = url.protocol === 'https:';
      const options = {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': Buffer.byteLength(body) },
        lookup: pinnedLookup(addresses),
        signal: request.signal,
        // Without an agent, Node takes port 80 for the usual one.
        ...(tunnel && { createConnection: () => tunnel, defaultPort: 443 }),
      };
      const outgoing = requestFor(uses.provider, url, options, allowPrivateAddresses ? 'network' : 'public');
      // Buffered data leaves this machine as soon as the connection is established.
      outgoing.on('socket', (socket) => void socket.once(isSecure ? 'secureConnect' : 'connect', markSent));
      outgoing.on('finish', markSent);
      outgoing.on('error', (error) => reject(sendErrorOf(error, sent)));
      outgoing.on('response', (response: IncomingMessage) =>
        fulfil({
          status: response.statusCode ?? 0,
          headers: { get: (name) => response.headers[lowerAscii(name)]?.toString() ?? null },
          body: response,
        }),
      );
      outgoing.end(body);
    });

  return async (request) => {
    const url = new URL(request.url);
    let addresses: ResolvedAddress[];
    let tunnel: TLSSocket | undefined;
    try {
      addresses = await raceAbort(request.signal, false, allowedAddresses(url, resolve, allowPrivateAddresses));
      if (proxy && goesThrough(proxy, url, addresses)) {
        tunnel = await connectThrough(proxy, url, addresses, request.signal);
      }
    } catch (error) {
      throw sendErrorOf(error, false);
    }
    return await exchange(url, request, await request.text(), addresses, tunnel);
  };
};
