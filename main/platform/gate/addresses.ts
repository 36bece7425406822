import ipaddr from 'ipaddr.js';

/** An address that a name resolved to. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Ranges that an owner may allow: private networks and this machine. */
const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Where clouds serve the machine's credentials, besides the link-local 169.254.169.254. */
const metadataAddresses = ['fd00:ec2::254', '100.100.100.200'].map((address) =>
  ipaddr.parse(address).toNormalizedString(),
);

/** Parses an address and unwraps an IPv6-mapped one. Undefined if it is not an address. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** Whether an address is a loopback address of this machine. */
export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback';

/**
 * Whether a request may go to an address. Only the public internet is allowed; `allowPrivate` adds private networks.
 * DECISION 0038: link-local and cloud metadata addresses stay blocked even then.
 */
export const mayConnect = (address: string, allowPrivate: boolean): boolean => {
  const parsed = parse(address);
  if (!parsed) return false;
  if (metadataAddresses.includes(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  return range === 'unicast' || (allowPrivate && privateRanges.includes(range));
};

/** The literal address in a URL's host name, which the URL parser has already normalized. */
export const literalAddress = (hostname: string): ResolvedAddress | undefined => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : undefined;
  return parsed && { address: bare, family: parsed.kind() === 'ipv4' ? 4 : 6 };
};
