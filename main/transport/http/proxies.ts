import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { CallCounts } from '../../platform/call-counts.ts';
import type { Logger } from '../../platform/logger.ts';

/** The reverse proxies whose X-Forwarded-For header counts. */
export interface Proxies {
  /** @param address undefined for a connection through a Unix socket */
  trusts(address: string | undefined): boolean;
  /**
   * Says that clients are the other end of a Unix socket, where clients have no address. Only the proxy may open it, so its
   * headers count unless the settings trust no proxy at all.
   */
  useUnixSocket(isUsed: boolean): void;
  /** Notices a request that an unknown proxy forwarded. Logs the first one. */
  notice(request: IncomingMessage): void;
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

const rangeOf = (text: string): Range => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv6' ? 128 : 32];
};

/**
 * @param ranges IP addresses or CIDR ranges.
 * @param counts counts the requests that an unknown proxy forwarded
 */
export const createProxies = (
  ranges: readonly string[],
  log: Logger,
  counts: Pick<CallCounts, 'countUntrusted' | 'untrusted'>,
): Proxies => {
  const trusted = ranges.map(rangeOf);
  let overUnixSocket = false;
  const isIn = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return trusted.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
  };
  /** A proxy has few addresses, and is asked about several times in a request. */
  const known = new LRUCache<string, boolean>({ max: 100 });
  const trusts = (text: string | undefined): boolean => {
    // A TCP connection that has closed has no address either.
    if (text === undefined) return overUnixSocket && ranges.length > 0;
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const answer = isIn(text);
    // No address is longer, but a client may write anything into a header.
    if (text.length < 50) known.set(text, answer);
    return answer;
  };
  return {
    trusts,
    useUnixSocket(isUsed) {
      overUnixSocket = isUsed;
    },
    notice({ headers, socket }) {
      const proxy = socket.remoteAddress;
      if (headers['x-forwarded-for'] === undefined || trusts(proxy)) return;
      counts.countUntrusted();
      if (counts.untrusted() > 1) return;
      log.warn(
        { proxy, trusted_proxies: ranges },
        'ignored X-Forwarded-For from an address that is not in --trusted-proxies; if it is your proxy, all callers share its rate limits',
      );
    },
  };
};
