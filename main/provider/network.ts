import type { ClientRequest, IncomingMessage } from 'node:http';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { isLoopback, type ResolvedAddress } from '../platform/gate/addresses.ts';
import { type Resolve, systemResolve } from '../platform/gate/connections.ts';
import { type OutgoingProxy, ProxyError } from '../platform/gate/outgoing-proxy.ts';
import { uses } from '../platform/gate/uses.ts';
import {
  isCertificateError,
  requestVetted,
  UnvettedAddress,
  vettedAddresses,
} from '../platform/gate/vetted-requests.ts';
import { SendError } from './send-error.ts';
import { type Answer, raceAbort, type Send } from './transport.ts';

/** Classifies a system error. `sent` is whether anything may have reached the other side. */
export const sendErrorOf = (error: unknown, sent: boolean): SendError => {
  if (error instanceof SendError) return error;
  if (error instanceof UnvettedAddress) {
    return error.reason === 'not_found'
      ? new SendError('network', false, 'ENOTFOUND')
      : new SendError('address_refused', false);
  }
  if (error instanceof ProxyError) return new SendError(error.reason, false, error.code);
  const { code, name } = error as { code?: unknown; name?: unknown };
  const text = typeof code === 'string' ? code : null;
  if (name === 'AbortError' || name === 'TimeoutError') return new SendError('timeout', sent);
  if (text && isCertificateError(text)) return new SendError('certificate', sent, text);
  if (text?.startsWith('HPE_')) return new SendError('not_json', sent, text);
  return new SendError('network', sent, text);
};

/**
 * The addresses that a request may go to: https, or http to this machine.
 * @throws SendError if the scheme, or an address of the name, is not allowed
 */
export const allowedAddresses = async (
  url: URL,
  resolve: Resolve,
  allowPrivateAddresses: boolean,
): Promise<ResolvedAddress[]> => {
  try {
    return await vettedAddresses(url, resolve, { allowPrivateAddresses, allowsHttp: isLoopback });
  } catch (error) {
    throw sendErrorOf(error, false);
  }
};

/** Sends over the network, as {@link requestVetted} says. */
export const createNetworkSend = ({
  allowPrivateAddresses,
  proxy,
  resolve = systemResolve,
}: {
  allowPrivateAddresses: boolean;
  proxy?: OutgoingProxy | undefined;
  resolve?: Resolve;
}): Send => {
  const exchange = (open: () => ClientRequest, isSecure: boolean, body: string): Promise<Answer> =>
    new Promise((fulfil, reject) => {
      let sent = false;
      const markSent = (): void => {
        sent = true;
      };
      const outgoing = open();
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
    const { method, headers, signal } = request;
    const body = await request.text();
    let open: () => ClientRequest;
    try {
      const addresses = await raceAbort(signal, false, allowedAddresses(url, resolve, allowPrivateAddresses));
      const sent = { ...Object.fromEntries(headers), 'content-length': Buffer.byteLength(body) };
      open = await requestVetted(
        uses.provider,
        url,
        addresses,
        { method, headers: sent, signal },
        { allowPrivateAddresses, proxy },
      );
    } catch (error) {
      throw sendErrorOf(error, false);
    }
    return await exchange(open, url.protocol === 'https:', body);
  };
};
