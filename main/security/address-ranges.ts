import ipaddr from 'ipaddr.js';

/** A range as its first address and length; a single address is a range of one. */
const parse = (range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (range.includes('/')) return ipaddr.parseCIDR(range);
  const address = ipaddr.parse(range);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/** IPv4 inside of IPv6 is IPv4, as in addresses of clients. */
const unmapped = ([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): [ipaddr.IPv4 | ipaddr.IPv6, number] =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];

/** Whether a client's address is one of these addresses or in one of these networks. A zone doesn't count. */
export const isInRanges = (address: string, ranges: readonly string[]): boolean => {
  const [bare = ''] = address.split('%');
  if (!ipaddr.isValid(bare)) return false;
  const client = ipaddr.process(bare);
  return ranges.some((range) => {
    const [first, bits] = unmapped(parse(range));
    return first.kind() === client.kind() && client.match(first as ipaddr.IPv4 & ipaddr.IPv6, bits);
  });
};
