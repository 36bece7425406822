import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { testCertificate } from './test-certificate.ts';

/** A receiver of syslog over TLS. */
export interface SyslogReceiver {
  readonly port: number;
  /** Every whole message that arrived. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/** The whole messages of octet-counted frames. */
const messagesIn = (bytes: Buffer): string[] => {
  const messages: string[] = [];
  for (let at = 0; ; ) {
    const space = bytes.indexOf(' ', at);
    const length = Number(bytes.subarray(at, space).toString());
    if (space === -1 || bytes.length < space + 1 + length) return messages;
    messages.push(bytes.subarray(space + 1, space + 1 + length).toString());
    at = space + 1 + length;
  }
};

/** Receives messages on this computer. @param onData is told of each piece that arrives, and may break the connection */
export const startSyslogReceiver = async (
  onData: (socket: TLSSocket, received: number) => void = () => {},
): Promise<SyslogReceiver> => {
  const connections: Buffer[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer(testCertificate, (socket) => {
    const index = connections.push(Buffer.alloc(0)) - 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([connections[index] ?? chunk, chunk]);
      connections[index] = all;
      onData(socket, all.length);
    });
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get messages() {
      return connections.flatMap(messagesIn);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
