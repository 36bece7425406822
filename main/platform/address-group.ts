import ipaddr from 'ipaddr.js';
import { networkSteps } from '#shared/rules/limits.ts';
import type { Path } from './fair-queue.ts';

/** A network that an address is in. */
export interface Network {
  /** A full IPv4 address, or the prefix with its length. */
  readonly name: string;
  /** How many times the limit of one address it is allowed. */
  readonly allowance: number;
}

const bitsPerPart = { ipv4: 8, ipv6: 16 } as const;

/** The parts of an address within the first `bits` of it; the rest is zero. */
const masked = (parts: readonly number[], bits: number, perPart: number): number[] =>
  parts.map((part, index) => {
    const left = Math.min(perPart, Math.max(0, bits - index * perPart));
    return part & ~((1 << (perPart - left)) - 1);
  });

const prefix = (address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string => {
  if (address.kind() === 'ipv4') {
    const parts = masked((address as ipaddr.IPv4).octets, bits, bitsPerPart.ipv4);
    return bits === 32 ? parts.join('.') : `${parts.join('.')}/${bits}`;
  }
  const parts = masked((address as ipaddr.IPv6).parts, bits, bitsPerPart.ipv6);
  const shown = parts.slice(0, Math.ceil(bits / bitsPerPart.ipv6));
  return `${shown.map((part) => part.toString(16)).join(':')}::/${bits}`;
};

/**
 * The networks of an address, the widest first (DECISION 0262). IPv4 inside of IPv6 is IPv4; a zone doesn't count.
 * What isn't an address is a network of its own.
 */
export const networksOf = (address: string): readonly [Network, ...Network[]] => {
  if (!ipaddr.isValid(address)) return [{ name: address, allowance: 1 }];
  const parsed = ipaddr.process(address);
  const [widest, ...narrower] = networkSteps[parsed.kind()];
  const network = ({ bits, allowance }: (typeof networkSteps)['ipv4'][number]): Network => ({
    name: prefix(parsed, bits),
    allowance,
  });
  return [network(widest), ...narrower.map(network)];
};

/** What counts as one address: a full IPv4 address, or the first 64 bits of an IPv6 address. */
export const addressGroup = (address: string): string => {
  const [widest, ...narrower] = networksOf(address);
  return (narrower.at(-1) ?? widest).name;
};

/** Whose turn an anonymous caller takes. */
export const networkPath = (address: string): Path => {
  const [widest, ...narrower] = networksOf(address);
  return [widest.name, ...narrower.map(({ name }) => name)];
};
