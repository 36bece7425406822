import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ConnectionReset } from './faults.ts';

export interface EmulatorServer {
  /** The URL of the API. */
  readonly url: string;
  close(): Promise<void>;
}

type Handle = (request: Request) => Promise<Response>;

const toRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  return new Request(new URL(incoming.url ?? '/', 'http://127.0.0.1'), {
    method: incoming.method ?? 'GET',
    headers,
    ...(hasBody && { body: Buffer.concat(chunks) }),
  });
};

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse, handle: Handle): Promise<void> => {
  try {
    const response = await handle(await toRequest(incoming));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
    else outgoing.end();
  } catch (error) {
    // All the caller should see is a broken connection.
    outgoing.destroy();
    if (!(error instanceof ConnectionReset) && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      throw error;
    }
  }
};

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

/** Serves an emulator on a free port of this machine, for clients in another process. */
export const serveEmulator = async (handle: Handle): Promise<EmulatorServer> => {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing, handle));
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/cloud/api.php`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
