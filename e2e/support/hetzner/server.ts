import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a cloud on a free port of this computer. */
export const serveCloud = async (handle: (request: Request) => Promise<Response>) => {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: { authorization: incoming.headers.authorization ?? '' },
      ...(body.length > 0 && { body }),
    });
    const answer = await handle(request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};
