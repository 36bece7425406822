import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of a body to read after its answer, in bytes, and for how long, in milliseconds. */
export interface UnreadBodyLimits {
  bytes: number;
  waitMs: number;
}

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * An answer can be complete before its request is: a refusal, or a body that is too large. RFC 9112 §9.3 leaves two ways
 * to go on: read the body to its end, or close the connection. Otherwise what is left of it stands before the next
 * request of the connection, which behind a proxy is someone else's. Reads up to the limits, then closes.
 */
export const readToEndOrClose = (
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, waitMs }: UnreadBodyLimits,
): void => {
  if (!hasBody(request)) return;
  const { socket } = request;
  // Before Node's own listener, which closes a connection that isn't kept alive.
  response.prependOnceListener('finish', () => {
    if (request.readableEnded || socket.destroyed) return;
    const limit = socket.bytesRead + bytes;
    const close = (): void => {
      socket.destroy();
    };
    const timer = setTimeout(close, waitMs);
    const check = setInterval(() => socket.bytesRead > limit && close(), checkedEveryMs);
    // Closing a socket that has unread data resets it, and its client may never see the answer.
    const { destroySoon } = socket;
    let isLast = false;
    socket.destroySoon = () => {
      isLast = true;
      if (socket.writable) socket.end();
    };
    const stop = (): void => {
      clearTimeout(timer);
      clearInterval(check);
      request.off('end', stop);
      socket.off('close', stop);
      socket.destroySoon = destroySoon;
      if (isLast) socket.destroySoon();
    };
    request.once('end', stop);
    // Node no longer tells a request that was answered when its connection closes.
    socket.once('close', stop);
    request.resume();
  });
};

const checkedEveryMs = 100;
