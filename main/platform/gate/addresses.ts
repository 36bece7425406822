import ipaddr from 'ipaddr.js';

/** An address that a name resolved to. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Ranges that an owner may allow: private networks and this machine. */
const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Where clouds serve the machine's credentials or settings, besides the link-local 169.254.169.254. */
const metadataAddresses = [
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google Cloud
  'fd00:c1::a9fe:a9fe', // Oracle Cloud
  'fd00:42::42', // Scaleway
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure, although it looks like a public one
].map((address) => ipaddr.parse(address).toNormalizedString());

/** What is assigned in IPv6: others, such as IPv4 addresses in `::/96`, lead nowhere or somewhere else. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

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
  if (range === 'unicast' && parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
  return range === 'unicast' || (allowPrivate && privateRanges.includes(range));
};

/** Whether an address is in a private network, or on this machine. */
export const isPrivate = (address: string): boolean => mayConnect(address, true) && !mayConnect(address, false);

/** The literal address in a URL's host name, which the URL parser has already normalized. */
export const literalAddress = (hostname: string): ResolvedAddress | undefined => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : undefined;
  return parsed && { address: bare, family: parsed.kind() === 'ipv4' ? 4 : 6 };
};
