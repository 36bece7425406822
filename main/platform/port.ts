import { createServer } from 'node:net';
import { StartError } from './start-error.ts';
import type { StartReason } from './start-reasons.ts';

/** Why a server can't listen, and what to do. */
export const listenProblem = (cause: NodeJS.ErrnoException, host: string, port: number): StartError => {
  const reasons: Record<string, StartReason> = {
    EADDRINUSE: { name: 'portInUse', values: { host, port } },
    EACCES: { name: 'portNotAllowed', values: { host, port } },
    EADDRNOTAVAIL: { name: 'hostElsewhere', values: { host } },
    EMFILE: { name: 'portOpenFiles', values: { host, port } },
  };
  const other: StartReason = { name: 'cannotListen', values: { host, port, problem: cause.message } };
  return new StartError(reasons[cause.code ?? ''] ?? other, {
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
