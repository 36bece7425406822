import type { ServerResponse } from 'node:http';

/**
 * Closes the connection of a response that its client stops reading, so that unread answers do not pile up in memory.
 * @param waitMs how long a client may take nothing of what waits for it, in milliseconds. An operation may take longer
 *   than that before it answers; Node restarts the wait whenever something is written or sent.
 */
export const dropIfUnread = (response: ServerResponse, waitMs: number): void => {
  response.setTimeout(waitMs, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
};
