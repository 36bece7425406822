import dgram from 'node:dgram';
import dns from 'node:dns';
import { isIP, type LookupFunction, type NetConnectOpts, Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { createLogLimit } from '../log-limit.ts';
import type { Logger } from '../logger.ts';
import { mayConnect } from './addresses.ts';
import type { Reach, Use } from './uses.ts';

/** The `code` of a {@link RefusedConnection}. */
export const refusedCode = 'ERR_CONNECTION_REFUSED_HERE';

/** A connection that was refused before anything left this process. */
class RefusedConnection extends Error {
  override readonly name = 'RefusedConnection';
  readonly code = refusedCode;
}

/** Marks the options of a connection. Node hands them on, from a request or an agent to the socket. */
const permit = Symbol('permit');

interface Permitted {
  [permit]?: Reach;
}

/**
 * Lets a connection through, for a use that {@link Use} describes.
 * @param reaches less or more than the use by default, where an owner decides
 */
export const permitted = <Options extends object>(
  use: Use,
  options: Options,
  reaches: Reach = use.reaches,
): Options & Permitted => ({ ...options, [permit]: reaches });

const sockets = new WeakMap<Socket, Reach>();

/** A socket for a library that connects it on its own. */
export const permittedSocket = (use: Use): Socket => {
  const socket = new Socket();
  sockets.set(socket, use.reaches);
  return socket;
};

const isAllowed: Readonly<Record<Reach, (address: string) => boolean>> = {
  public: (address) => mayConnect(address, false),
  network: (address) => mayConnect(address, true),
  anything: () => true,
  socket: () => false,
};

/** One blocked address blocks the name. What was checked is what the connection goes to: there is no second lookup. */
const checkedLookup =
  (reaches: Reach, lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      const blocked = addresses.find(({ address }) => !isAllowed[reaches](address));
      if (blocked)
        return callback(new RefusedConnection(`${hostname} leads to ${blocked.address}, which is not allowed`), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first?.address ?? '', first?.family);
    });

type Arguments = readonly unknown[];

/** The arguments of a call as options, in the three ways that Node takes them. */
const optionsOf = ([first, second]: Arguments): Partial<NetConnectOpts> &
  Permitted & { path?: string; host?: string; port?: unknown; lookup?: LookupFunction } => {
  if (typeof first === 'object' && first !== null) return first;
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first };
  return { port: first, ...(typeof second === 'string' && { host: second }) };
};

let report = (error: RefusedConnection): void => {
  process.stderr.write(`castellan: ${error.message}\n`);
};

/** Tells of each connection that Castellan doesn't make. By default, stderr says so. */
export const onRefusedConnection = (tell: (error: RefusedConnection) => void): void => {
  report = tell;
};

/** Writes them to a log, with the place in the code that connects. */
export const logRefusals = (log: Logger, clock: Clock): ((error: RefusedConnection) => void) => {
  const limit = createLogLimit(clock);
  return (error) => limit((leftOut) => log.error({ err: error, left_out: leftOut }, 'refused a connection'));
};

const refuse = (target: string): RefusedConnection => {
  const error = new RefusedConnection(`Refused a connection to ${target}, which Castellan does not make`);
  report(error);
  return error;
};

const isPort = (value: unknown): boolean => typeof value === 'number' || typeof value === 'string';

const targetOf = ({ path, host = 'localhost', port }: ReturnType<typeof optionsOf>): string =>
  JSON.stringify(path ?? (isPort(port) ? `${host}:${port}` : host));

let isClosed = false;

/**
 * From here on, this process or thread opens no connection but those let through by {@link permitted}: a library that
 * connects on its own gets an error. Nothing undoes it.
 */
export const closeGate = (): void => {
  if (isClosed) return;
  isClosed = true;
  const { connect } = Socket.prototype as { connect: (this: Socket, ...args: unknown[]) => Socket };
  const guarded = function (this: Socket & { connecting: boolean }, ...args: unknown[]): Socket {
    // `net.connect` hands over an array of options and callback.
    const given: Arguments = Array.isArray(args[0]) ? args[0] : args;
    const options = optionsOf(given);
    const reaches = sockets.get(this) ?? options[permit];
    const stop = (error: RefusedConnection): Socket => {
      // As if it had begun to: without it, some take the socket for connected.
      this.connecting = true;
      process.nextTick(() => this.destroy(error));
      return this;
    };
    if (reaches === undefined) return stop(refuse(targetOf(options)));
    if (reaches === 'anything' || (reaches === 'socket' && options.path)) return connect.apply(this, args);
    const { host = 'localhost', path } = options;
    if (path || (isIP(host) && !isAllowed[reaches](host))) {
      return stop(new RefusedConnection(`${targetOf(options)} is not allowed`));
    }
    const lookup = checkedLookup(reaches, options.lookup ?? (dns.lookup as LookupFunction));
    const callback = given.find((argument) => typeof argument === 'function');
    return connect.call(this, { ...options, lookup }, ...(callback ? [callback] : []));
  };
  Object.defineProperty(Socket.prototype, 'connect', { value: guarded, writable: false, configurable: false });
  for (const method of ['connect', 'send'] as const) {
    const refuseDatagram = (): never => {
      throw refuse('a UDP port');
    };
    Object.defineProperty(dgram.Socket.prototype, method, {
      value: refuseDatagram,
      writable: false,
      configurable: false,
    });
  }
};
