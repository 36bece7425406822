import ipaddr from 'ipaddr.js';

/** An address that a name was resolved to. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** What an owner may allow: networks of one's own, and this machine. */
const privateRanges = ['private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Where clouds hand out credentials of the machine, beside the link-local 169.254.169.254. */
const metadataAddresses = ['fd00:ec2::254', '100.100.100.200'].map((address) =>
  ipaddr.parse(address).toNormalizedString(),
);

/** An address without the disguise of an IPv6-mapped form; undefined for what is none. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean => parse(address)?.range() === 'loopback';

/**
 * Whether a request may go to an address. Everything but the public internet is refused; `allowPrivate` opens networks
 * of one's own. DECISION: link-local addresses and those of cloud metadata stay refused even then.
 */
export const mayConnect = (address: string, allowPrivate: boolean): boolean => {
  const parsed = parse(address);
  if (!parsed) return false;
  if (metadataAddresses.includes(parsed.toNormalizedString())) return false;
  const range = parsed.range();
  return range === 'unicast' || (allowPrivate && privateRanges.includes(range));
};

/** The literal address of a URL's host name, which the URL parser has already brought into its usual form. */
export const literalAddress = (hostname: string): ResolvedAddress | undefined => {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const parsed = ipaddr.isValid(bare) ? ipaddr.parse(bare) : undefined;
  return parsed && { address: bare, family: parsed.kind() === 'ipv4' ? 4 : 6 };
};
