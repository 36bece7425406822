import { isIP } from 'node:net';
import { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { second } from '#shared/rules/limits.ts';
import { connectFor } from './connections.ts';
import type { Use } from './uses.ts';

/** How long after its end a connection may turn out to have been reset: longer than data takes to the other side and back. */
const resetMs = second / 2;

/**
 * Sends bytes on a TLS connection of their own, which ends with them, and resolves once the other side has read all of it. A
 * protocol without answers has no other sign of it: whoever has read up to our end closes, in TLS or at least in TCP, and whoever
 * closes with something unread resets the connection. A receiver that never closes has not taken it.
 */
export const sendConfirmed = (
  use: Use & { readonly totalMs: number },
  { host, port }: { host: string; port: number },
  bytes: Uint8Array,
  stopping: AbortSignal,
): Promise<void> =>
  new Promise((fulfil, reject) => {
    const raw = connectFor(use, { host, port, allowHalfOpen: true });
    // Keeps our side of the TCP connection open when TLS ends: only a write tells whether it was reset.
    const stream = new Duplex({
      read: () => void raw.resume(),
      write: (chunk: Buffer, _encoding, done) => void raw.write(chunk, done),
      final: (done) => done(),
    });
    let hasEnded = false;
    let probe: NodeJS.Timeout | undefined;
    const limit = AbortSignal.any([AbortSignal.timeout(use.totalMs), stopping]);
    const over = (error?: Error): void => {
      clearTimeout(probe);
      limit.removeEventListener('abort', late);
      raw.destroy();
      stream.destroy();
      if (error) reject(error);
      else fulfil();
    };
    const closed = (): void => {
      // If it closed before it had everything, what arrived later has reset the connection by then.
      probe ??= setTimeout(() => void raw.write('\0', (error) => over(error ?? undefined)), resetMs);
    };
    const late = (): void => over(new Error(stopping.aborted ? 'stopped' : 'no end within the time limit'));
    const early = (): void => over(new Error('the other side closed the connection before it had everything'));
    if (limit.aborted) return late();
    limit.addEventListener('abort', late, { once: true });
    raw.on('data', (chunk: Buffer) => {
      if (!stream.push(chunk)) raw.pause();
    });
    raw.on('error', over);
    raw.on('end', () => {
      if (!hasEnded) return early();
      closed();
    });
    const secure: TLSSocket = connect({ socket: stream, host, ...(isIP(host) ? {} : { servername: host }) });
    secure.on('error', over);
    secure.on('end', () => (hasEnded ? closed() : early()));
    secure.once('secureConnect', () => {
      secure.write(bytes, () => {
        if (raw.readableEnded) return;
        hasEnded = true;
        secure.end();
      });
    });
    secure.resume();
  });
