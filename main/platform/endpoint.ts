import { chmod } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { assertPortFree } from './port.ts';
import { StartError } from './start-error.ts';
import { assertSocketFree, removeOldSocket } from './unix-socket.ts';

/** Where a server listens, once it does. */
export interface Listening {
  /** For people, such as `http://127.0.0.1:4310` or `unix:/run/castellan/http.sock`. */
  readonly address: string;
  /** The name that this computer uses for it. A socket has none, so requests on it may call it `localhost`. */
  readonly host: string;
  readonly port: number;
  /** Whether only programs that this computer lets open the socket can connect. Connections have no address then. */
  readonly isUnixSocket: boolean;
}

/** DECISION 0133. Where a server shall listen: a port, a Unix socket, or a socket that systemd has opened. */
export interface Endpoint {
  /** @throws StartError if it can't listen there. Changes nothing. */
  assertFree(): Promise<void>;
  /** Makes room right before listening. */
  prepare(server: Server): Promise<void>;
  /** For the server's `listen`. */
  readonly options: { host?: string; port?: number; path?: string; fd?: number };
  /** Describes a server that listens. */
  describe(server: Server): Listening;
  /** Finishes the set-up once the server listens. */
  finish(): Promise<void>;
}

interface EndpointConfig {
  readonly host: string;
  readonly port: number;
  readonly socketPath?: string | undefined;
  readonly publicUrl: string | undefined;
}

const socketMode = 0o660;
const done = async (): Promise<void> => {};

const urlOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const ofSocket = (address: string): Listening => ({ address, host: 'localhost', port: 80, isUnixSocket: true });

const portEndpoint = ({ host, port }: EndpointConfig): Endpoint => ({
  assertFree: () => assertPortFree(host, port),
  prepare: done,
  options: { host, port },
  describe(server) {
    const { port: opened } = server.address() as AddressInfo;
    return { address: urlOf(host, opened), host, port: opened, isUnixSocket: false };
  },
  finish: done,
});

const socketEndpoint = (path: string): Endpoint => ({
  assertFree: () => assertSocketFree(path),
  prepare: () => removeOldSocket(path),
  options: { path },
  describe: () => ofSocket(`unix:${path}`),
  // The process's umask has kept others out so far. Now its group may connect.
  finish: () => chmod(path, socketMode),
});

const inheritedEndpoint = (fd: number): Endpoint => ({
  assertFree: done,
  async prepare(server) {
    // Node doesn't know the path of a Unix socket that it did not open, but the framework asks for an address.
    const addressOf = server.address.bind(server);
    server.address = () => addressOf() ?? 'unix:systemd';
  },
  // With a host of its own, the framework doesn't look for more addresses to listen on.
  options: { fd, host: '127.0.0.1' },
  describe(server) {
    const found = server.address() as AddressInfo | string;
    if (typeof found === 'string') return ofSocket(found);
    return { address: urlOf(found.address, found.port), host: found.address, port: found.port, isUnixSocket: false };
  },
  finish: done,
});

/**
 * Where the settings say to listen.
 * @param inherited file descriptor of a socket that systemd has opened, which takes the place of host and port
 * @throws StartError if the settings don't fit together
 */
export const createEndpoint = (config: EndpointConfig, inherited: number | undefined): Endpoint => {
  const { socketPath, publicUrl } = config;
  if (socketPath === undefined && inherited === undefined) return portEndpoint(config);
  if (publicUrl === undefined) {
    throw new StartError('A socket needs --public-url, because it has no address of its own for links');
  }
  if (inherited === undefined) return socketEndpoint(socketPath ?? '');
  if (socketPath !== undefined) throw new StartError('systemd passes a socket, so remove --listen');
  return inheritedEndpoint(inherited);
};
