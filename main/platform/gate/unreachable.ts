import { isPrivate, literalAddress, mayConnect } from './addresses.ts';

/** The literal address that a host name stands for. A name may lead elsewhere by the time of a request. */
const addressOf = (hostname: string): string | undefined =>
  hostname === 'localhost' ? '127.0.0.1' : literalAddress(hostname)?.address;

/**
 * Why no request would ever go to a URL that someone enters. It says so while they can still enter another one: later,
 * each request is vetted by the addresses that the name then has.
 * @returns undefined if requests may go there
 */
export const unreachable = (
  url: string,
  allowPrivate: boolean,
): 'private_address' | 'blocked_address' | 'https_url' | undefined => {
  const { hostname, protocol, username, password } = new URL(url);
  if (username !== '' || password !== '') return 'https_url';
  const address = addressOf(hostname);
  if (address !== undefined && !mayConnect(address, true)) return 'blocked_address';
  if (address !== undefined && !mayConnect(address, allowPrivate)) return 'private_address';
  // Unencrypted only where the network is private.
  const mayBePrivate = address === undefined ? allowPrivate : isPrivate(address);
  return protocol === 'http:' && !mayBePrivate ? 'https_url' : undefined;
};
