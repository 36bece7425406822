import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that sends each request to the next of several servers, as one in front of several instances may. */
export const startInTurn = async (addresses: readonly string[]) => {
  let turn = 0;
  const proxy = createServer((from, answer) => {
    const { method, url, headers } = from;
    const server = new URL(addresses[turn++ % addresses.length] ?? '');
    // A request for the proxy itself is one for the server.
    const host = headers.host === own() ? server.host : headers.host;
    const sent = request(`${server.origin}${url}`, { method, headers: { ...headers, host } }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    sent.on('error', (error) => answer.destroy(error));
    from.pipe(sent);
  });
  const own = (): string => `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://${own()}`,
    async close() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
};
