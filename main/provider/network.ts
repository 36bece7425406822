import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopback, literalAddress, mayConnect, type ResolvedAddress } from './addresses.ts';
import { type Answer, type Send, SendError, until } from './transport.ts';

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

const certificateCodes = /^(CERT_|ERR_TLS_CERT|ERR_TLS_INVALID|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** What a failure of the system means; `sent` is whether anything may have reached the other side. */
export const sendErrorOf = (error: unknown, sent: boolean): SendError => {
  if (error instanceof SendError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const text = typeof code === 'string' ? code : null;
  if (name === 'AbortError' || name === 'TimeoutError') return new SendError('timeout', sent);
  if (text && certificateCodes.test(text)) return new SendError('certificate', sent, text);
  if (text?.startsWith('HPE_')) return new SendError('not_json', sent, text);
  return new SendError('network', sent, text);
};

/**
 * The addresses that a request may go to, IPv4 alone where there is any: the provider's allow-list knows nothing else.
 * @throws SendError for a scheme, or an address behind the name, that is refused
 */
export const vettedAddresses = async (
  url: URL,
  resolve: Resolve,
  allowPrivate: boolean,
): Promise<ResolvedAddress[]> => {
  const refused = new SendError('address_refused', false);
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw refused;
  const literal = literalAddress(url.hostname);
  const found = literal ? [literal] : await resolve(url.hostname);
  if (found.length === 0) throw new SendError('network', false, 'ENOTFOUND');
  // One refused address refuses the name: which of them a connection takes would be left to chance.
  if (!found.every(({ address }) => mayConnect(address, allowPrivate))) throw refused;
  if (url.protocol === 'http:' && !found.every(({ address }) => isLoopback(address))) throw refused;
  const ipv4 = found.filter(({ family }) => family === 4);
  return ipv4.length > 0 ? ipv4 : found;
};

/** Answers with the vetted addresses and asks nobody: a name that has changed meanwhile leads nowhere else. */
const pinnedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Sends over the network: https, or http to this machine. Addresses are looked up once, checked, and kept to. Redirects
 * are not followed, connections not kept: an idle one that the other side closes would make a write uncertain.
 */
export const createNetworkSend = ({
  allowPrivateAddresses,
  resolve = systemResolve,
}: {
  allowPrivateAddresses: boolean;
  resolve?: Resolve;
}): Send => {
  const exchange = (url: URL, request: Request, body: string, addresses: ResolvedAddress[]): Promise<Answer> =>
    new Promise((fulfil, reject) => {
      let sent = false;
      const markSent = (): void => {
        sent = true;
      };
      const isSecure = url.protocol === 'https:';
      const outgoing = (isSecure ? https : http).request(url, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': Buffer.byteLength(body) },
        lookup: pinnedLookup(addresses),
        agent: false,
        signal: request.signal,
      });
      // What is written before leaves this machine as soon as the connection stands.
      outgoing.on('socket', (socket) => void socket.once(isSecure ? 'secureConnect' : 'connect', markSent));
      outgoing.on('finish', markSent);
      outgoing.on('error', (error) => reject(sendErrorOf(error, sent)));
      outgoing.on('response', (response: IncomingMessage) =>
        fulfil({ status: response.statusCode ?? 0, body: response }),
      );
      outgoing.end(body);
    });

  return async (request) => {
    const url = new URL(request.url);
    let addresses: ResolvedAddress[];
    try {
      addresses = await until(request.signal, false, vettedAddresses(url, resolve, allowPrivateAddresses));
    } catch (error) {
      throw sendErrorOf(error, false);
    }
    return await exchange(url, request, await request.text(), addresses);
  };
};
