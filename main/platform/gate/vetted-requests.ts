import type { ClientRequest, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { literalAddress, mayConnect, type ResolvedAddress } from './addresses.ts';
import { type Resolve, requestFor } from './connections.ts';
import { connectThrough, goesThrough, type OutgoingProxy } from './outgoing-proxy.ts';
import type { Use } from './uses.ts';

/** Why no request was made: its address isn't allowed, or the name has none. */
export class UnvettedAddress extends Error {
  override readonly name = 'UnvettedAddress';
  readonly reason: 'address_refused' | 'not_found';

  constructor(reason: UnvettedAddress['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Whether the `code` of an error says that a certificate isn't valid. */
export const isCertificateError = (code: string): boolean =>
  /^(CERT_|ERR_TLS_CERT|ERR_TLS_INVALID|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code);

/** How far requests to an address that people enter may go. */
export interface Vetting {
  /** Whether to connect to private networks and this computer, too. */
  readonly allowPrivateAddresses: boolean;
  /** To which addresses a request may go unencrypted. */
  readonly allowsHttp: (address: string) => boolean;
}

/**
 * The addresses that a request may go to. IPv4 only if there is any: allow-lists of providers support nothing else.
 * @throws UnvettedAddress if the scheme, or an address of the name, is not allowed
 */
export const vettedAddresses = async (
  url: URL,
  resolve: Resolve,
  { allowPrivateAddresses, allowsHttp }: Vetting,
): Promise<ResolvedAddress[]> => {
  const refused = new UnvettedAddress('address_refused');
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') throw refused;
  const literal = literalAddress(url.hostname);
  const found = literal ? [literal] : await resolve(url.hostname);
  if (found.length === 0) throw new UnvettedAddress('not_found');
  // One blocked address blocks the name. Otherwise chance would decide which address a connection uses.
  if (!found.every(({ address }) => mayConnect(address, allowPrivateAddresses))) throw refused;
  if (url.protocol === 'http:' && !found.every(({ address }) => allowsHttp(address))) throw refused;
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
 * Makes the requests to an address that people enter. It has to be vetted first, and they go to nothing else, through the
 * proxy if there is one. Doesn't follow redirects or reuse connections: if the other side closed an idle one, a write would be
 * uncertain.
 */
export const requestVetted = async (
  use: Use,
  url: URL,
  addresses: readonly ResolvedAddress[],
  options: RequestOptions & { readonly signal: AbortSignal },
  { allowPrivateAddresses, proxy }: Pick<Vetting, 'allowPrivateAddresses'> & { proxy?: OutgoingProxy | undefined },
): Promise<() => ClientRequest> => {
  const tunnel =
    proxy && goesThrough(proxy, url, addresses)
      ? await connectThrough(proxy, url, addresses, options.signal)
      : undefined;
  return () =>
    requestFor(
      use,
      url,
      {
        ...options,
        lookup: pinnedLookup(addresses),
        // Without an agent, Node takes port 80 for the usual one.
        ...(tunnel && { createConnection: () => tunnel, defaultPort: 443 }),
      },
      allowPrivateAddresses ? 'network' : 'public',
    );
};
