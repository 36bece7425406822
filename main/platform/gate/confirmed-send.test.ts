import { type AddressInfo, createServer, connect as open, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type SyslogReceiver, startSyslogReceiver } from '#e2e/support/syslog-receiver.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { sendConfirmed } from './confirmed-send.ts';

const use = { name: 'test', reaches: 'anything', totalMs: 5_000 } as const;
const usual = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...usual, testCertificate.cert]));
afterAll(() => tls.setDefaultCACertificates(usual));

const message = '<110>1 - - castellan - test - hello';
const frames = (count: number): Buffer => Buffer.from(`${message.length} ${message}`.repeat(count));
const send = (port: number, bytes = frames(3), host = 'localhost', stopping = new AbortController().signal) =>
  sendConfirmed(use, { host, port }, bytes, stopping);

const receiving = async (onData?: Parameters<typeof startSyslogReceiver>[0]): Promise<SyslogReceiver> => {
  const receiver = await startSyslogReceiver(onData);
  onTestFinished(receiver.close);
  return receiver;
};

/** Lies between, and ends the client's connection as it is told. */
const between = async (port: number, onData: (client: Socket, server: Socket, chunk: Buffer, all: number) => void) => {
  const sockets = new Set<Socket>();
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = open(port, '127.0.0.1');
    let all = 0;
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}));
    client.on('data', (chunk: Buffer) => {
      all += chunk.length;
      onData(client, server, chunk, all);
    });
    server.on('data', (chunk: Buffer) => {
      if (client.writable) client.write(chunk);
    });
    // Without a word of TLS.
    server.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return (proxy.address() as AddressInfo).port;
};

it.each(['localhost', '127.0.0.1'])('resolves once a receiver at %s has everything', async (host) => {
  const receiver = await receiving();
  await send(receiver.port, frames(2_000), host);
  expect(receiver.messages).toEqual(Array.from({ length: 2_000 }, () => message));
});

it('takes the end of the connection alone for an answer, as some receivers give no other', async () => {
  const receiver = await receiving();
  const port = await between(receiver.port, (_client, server, chunk) => server.write(chunk));
  await send(port);
  expect(receiver.messages).toHaveLength(3);
});

it('fails if the receiver is killed or closes in the middle', async () => {
  const broken = await receiving((socket, received) => received > 1_000 && socket.destroy());
  await expect(send(broken.port, frames(100_000))).rejects.toThrow();
  // As a daemon that is restarted: it says goodbye, and leaves unread what has arrived.
  const restarted = await receiving((socket) => void socket.pause().end(() => socket.destroy()));
  await expect(send(restarted.port, frames(100_000))).rejects.toThrow();
  const receiver = await receiving();
  const port = await between(receiver.port, (client, server, chunk, all) => {
    if (all > 20_000) client.destroy();
    else server.write(chunk);
  });
  await expect(send(port, frames(100_000))).rejects.toThrow();
});

it('fails if the receiver closed before it read what was on the way', async () => {
  const receiver = await receiving();
  // What the client sends after the handshake is never read: it counts as sent, and the connection then ends without a word.
  const port = await between(receiver.port, (client, server, chunk, all) => {
    if (all < 900) return server.write(chunk);
    client.destroy();
    return server.destroy();
  });
  await expect(send(port, frames(40))).rejects.toThrow();
  expect(receiver.messages).toEqual([]);
});

it('fails if nothing ends the connection, or the service stops', async () => {
  const receiver = await receiving();
  const port = await between(receiver.port, (_client, server, chunk, all) => all < 900 && server.write(chunk));
  const place = { host: 'localhost', port };
  const late = sendConfirmed({ ...use, totalMs: 300 }, place, frames(40), new AbortController().signal);
  await expect(late).rejects.toThrow('no end within the time limit');
  await expect(send(port, frames(3), 'localhost', AbortSignal.abort())).rejects.toThrow('stopped');
});

it('fails for a certificate that no one vouches for, or of another name', async () => {
  const receiver = await receiving();
  await expect(send(receiver.port, frames(1), '127.0.0.2')).rejects.toThrow();
  tls.setDefaultCACertificates(usual);
  onTestFinished(() => tls.setDefaultCACertificates([...usual, testCertificate.cert]));
  await expect(send(receiver.port)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(receiver.messages).toEqual([]);
});
