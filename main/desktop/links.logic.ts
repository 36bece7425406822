import type { addressProblems } from '#shared/contract/desktop-bridge.ts';
import { addRemoteHost, linkScheme } from '#shared/contract/desktop-link.ts';
import { pageOfLink } from './addresses.logic.ts';
import { readRemoteAddress } from './remotes/remote-address.logic.ts';

type AddressProblem = (typeof addressProblems)[number];

/** A server that a link asks to add. Anyone can make such a link, so the person decides. */
export interface LinkedRemote {
  address: string;
  /** Empty if the link gives none that can be shown. */
  name: string;
}

/** What a `castellan://` link asks for. */
export type AppLink =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'add'; readonly server: LinkedRemote }
  /** It should add a server, but its address can't be used. */
  | { readonly kind: 'refused'; readonly problem: AddressProblem };

const longestName = 60;
/** Control characters, and marks that change the direction of a text or can't be seen. */
const unshowable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

const readName = (given: string | null): string => {
  const name = given?.trim() ?? '';
  return name.length > longestName || unshowable.test(name) ? '' : name;
};

const knownParameters: ReadonlySet<string> = new Set(['url', 'name']);

const readAddLink = (url: URL): AppLink => {
  const { searchParams: given } = url;
  const [address = ''] = given.getAll('url');
  const isOdd =
    !['', '/'].includes(url.pathname) ||
    [url.hash, url.username, url.password, url.port].some((part) => part !== '') ||
    given.getAll('url').length !== 1 ||
    [...given.keys()].some((name) => !knownParameters.has(name)) ||
    // A link says which scheme it means.
    !/^https?:\/\//i.test(address) ||
    address.length > 2_048;
  if (isOdd) return { kind: 'refused', problem: 'invalid' };
  const read = readRemoteAddress(address);
  if ('problem' in read) return { kind: 'refused', problem: read.problem };
  return { kind: 'add', server: { address: read.address, name: readName(given.get('name')) } };
};

/** Undefined for anything that is no link of Castellan. */
export const readLink = (link: string): AppLink | undefined => {
  const page = pageOfLink(link);
  if (page !== undefined) return { kind: 'page', page };
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url?.protocol === `${linkScheme}:` && url.hostname === addRemoteHost ? readAddLink(url) : undefined;
};

/** The first link among the command-line arguments. */
export const linkOfArguments = (argv: readonly string[]): AppLink | undefined =>
  argv.map(readLink).find((link) => link !== undefined);
