import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openSocket } from '#e2e/support/raw-http.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { maxPipelinedRequests } from '#shared/rules/limits.ts';

it('closes a connection that sends many requests at once, and answers none beyond the limit', async () => {
  const server = await createTestApp();
  let accepted = 0;
  server.app.server.server.prependListener('request', ({ socket }) => {
    if (!socket.destroyed) accepted += 1;
  });
  const socket = await openSocket(server.port);
  const get = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`;
  socket.on('error', () => undefined).resume();
  socket.write(get.repeat(500));
  await once(socket, 'close');
  // The last one closed the connection.
  expect(accepted).toBe(maxPipelinedRequests + 1);
  await server.close();
});
