import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes a connection that has more than `limit` unanswered requests. Node starts every request that arrives in one
 * read of the socket, about 900 of them, and keeps their answers in memory until the first is read. Browsers and most
 * clients wait for an answer before they send the next request.
 * @returns whether to handle the request
 */
export const limitPipelining = (limit: number): ((request: IncomingMessage, response: ServerResponse) => boolean) => {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    // The parser continues with what it has read, even after the connection was closed.
    if (socket.destroyed) return false;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > limit) {
      socket.destroy();
      return false;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
};
