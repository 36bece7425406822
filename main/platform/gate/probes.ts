import { connectFor, requestFor } from './connections.ts';
import { type Reach, uses } from './uses.ts';

/** Where a server is asked whether it works. */
export interface ProbeTarget {
  /** An address, not a name. */
  host: string;
  port: number;
  reaches: Reach;
}

/** What went wrong, in the system's words; undefined if a connection was made. Never rejects. */
export const probeTcp = ({ host, port, reaches }: ProbeTarget): Promise<string | undefined> =>
  new Promise((fulfil) => {
    const socket = connectFor({ ...uses.health, reaches }, { host, port });
    const end = (problem?: string): void => {
      socket.destroy();
      fulfil(problem);
    };
    socket.setTimeout(uses.health.totalMs, () => end('ETIMEDOUT'));
    socket.once('connect', () => end());
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

/** The same for an answer with a status below 400. Nothing else of it is read. */
export const probeHttp = ({ host, port, reaches }: ProbeTarget, path: string): Promise<string | undefined> =>
  new Promise((fulfil) => {
    const signal = AbortSignal.timeout(uses.health.totalMs);
    const options = { host, port, path, method: 'GET', signal };
    const outgoing = requestFor(uses.health, undefined, options, reaches);
    outgoing.once('response', ({ statusCode = 0 }) => {
      outgoing.destroy();
      fulfil(statusCode < 400 ? undefined : `HTTP ${statusCode}`);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      fulfil(signal.aborted ? 'ETIMEDOUT' : (error.code ?? error.message)),
    );
    outgoing.end();
  });
