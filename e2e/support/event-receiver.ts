import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a receiver got. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A program that takes events. */
export interface EventReceiver {
  readonly url: string;
  readonly port: number;
  /** Everything that arrived, whatever it was answered. */
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** How a request is answered, once it has arrived. */
export type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export const ok: Answer = (response) => void response.writeHead(204).end();

/** Receives events on this computer. @param port 0 for any */
export const startReceiver = async (answer: () => Answer = () => ok, port = 0): Promise<EventReceiver> => {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const message = { headers, body: Buffer.concat(chunks).toString() };
      received.push(message);
      answer()(response, message, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}/hook`,
    port: bound,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Starts one for as long as the test lasts. */
export const receiving = async (answer?: () => Answer, port?: number): Promise<EventReceiver> => {
  const receiver = await startReceiver(answer, port);
  onTestFinished(receiver.close);
  return receiver;
};
