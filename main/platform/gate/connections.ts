import { lookup } from 'node:dns/promises';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ResolvedAddress } from './addresses.ts';
import { permitted } from './gate.ts';
import type { Reach, Use } from './uses.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** Opens a connection for a use. */
export const connectFor = (use: Use, options: NetConnectOpts): Socket => connect(permitted(use, options));

/**
 * Takes an answer that switches protocols for an error. Without a listener, Node closes its connection and tells no one, not even
 * once the signal is aborted. Other listeners come first.
 */
const failOnUpgrade = (request: ClientRequest): ClientRequest =>
  request.once('upgrade', (_answer, socket) => {
    socket.destroy();
    queueMicrotask(() => request.emit('error', new Error('The server switched protocols')));
  });

/** Sends a request for a use, on a connection of its own or on the given one. Doesn't follow redirects. */
export const requestFor = (
  use: Use,
  url: URL | undefined,
  options: RequestOptions,
  reaches: Reach = use.reaches,
): ClientRequest => {
  const all = permitted(use, options.createConnection ? options : { ...options, agent: false as const }, reaches);
  if (!url) return failOnUpgrade(http.request(all));
  return failOnUpgrade((url.protocol === 'https:' ? https : http).request(url, all));
};

/** Keeps connections for a library that sends requests. */
export const agentFor = (use: Use, protocol: string): http.Agent => {
  const options = permitted(use, { keepAlive: true });
  return protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
};
