import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Why a server can't listen, and what to do. */
export const listenProblem = (cause: NodeJS.ErrnoException, host: string, port: number): StartError => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with --port`,
    EACCES: `Port ${port} on ${host} requires more privileges. Choose a port above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this computer. Choose another with --host`,
    EMFILE: `Castellan has as many files open as its limit allows, and can't listen on ${host}:${port}. Raise the limit: LimitNOFILE in the systemd unit, or ulimit -n`,
  };
  return new StartError(reasons[cause.code ?? ''] ?? `Can't listen on ${host}:${port}: ${cause.message}`, {
    cause,
    // Waiting helps if another program holds the port, or the network isn't up yet, not if we may never open it.
    kind: cause.code === 'EACCES' ? 'other' : 'port',
  });
};

/**
 * Checks that we can listen on a port, before opening or changing anything.
 * @throws StartError that says what is in the way.
 */
export const assertPortFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (cause) => reject(listenProblem(cause, host, port)));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
