import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publicResolve } from '#e2e/support/provider.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { goesThrough } from '../platform/gate/outgoing-proxy.ts';
import { createNetworkSend } from './network.ts';
import { SendError } from './send-error.ts';
import type { Answer } from './transport.ts';

interface Closing {
  close: (done: () => void) => unknown;
}
const open: Closing[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(() => done()))));
});
const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, testCertificate.cert]));
afterAll(() => tls.setDefaultCACertificates(trusted));

const listening = async (server: Server | ReturnType<typeof createSocketServer>): Promise<number> => {
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

/** A provider, and a proxy that leads there wherever it is asked to connect. */
const behindProxy = async (answer: (request: IncomingMessage) => string = () => 'HTTP/1.1 200 OK') => {
  const received: string[] = [];
  const provider = await listening(
    createSecureServer(testCertificate, (request, response) => {
      received.push(`${request.method} ${request.headers.host}`);
      request.resume().on('end', () => response.end('{"success":true}'));
    }),
  );
  const asked: IncomingMessage[] = [];
  const proxy = createServer();
  proxy.on('connect', (request: IncomingMessage, socket) => {
    asked.push(request);
    socket.on('error', () => {});
    const line = answer(request);
    socket.write(`${line}\r\n\r\n`);
    if (!line.includes(' 200 ')) return void socket.end();
    const onward = connect(provider, '127.0.0.1').on('error', () => {});
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  return { asked, received, url: `http://127.0.0.1:${await listening(proxy)}` };
};

const post = (url: string): Request => new Request(url, { method: 'POST', body: 'action=x', redirect: 'manual' });
const sendThrough = (url: string, exceptions: string[] = [], resolve = publicResolve) =>
  createNetworkSend({ allowPrivateAddresses: false, proxy: { url, exceptions }, resolve });
/** Reads an answer to its end, which closes its connection. */
const textOf = async (sending: Promise<Answer>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await sending).body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const failureOf = async (sending: Promise<unknown>): Promise<SendError> => {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SendError) return error;
  throw new Error(`Expected a SendError, saw ${String(error)}`);
};

describe('a request through the outgoing proxy', () => {
  it('asks for the address that was checked, and is encrypted for the name', async () => {
    const { asked, received, url } = await behindProxy();
    expect(await textOf(sendThrough(url)(post('https://localhost/api')))).toBe('{"success":true}');
    expect(asked.map((request) => request.url)).toEqual(['93.184.216.34:443']);
    expect(asked[0]?.headers.host).toBe('93.184.216.34:443');
    expect(received).toEqual(['POST localhost']);
  });

  it('refuses a certificate for another name, before anything is sent', async () => {
    const { received, url } = await behindProxy();
    const failure = await failureOf(sendThrough(url)(post('https://other.example/api')));
    expect(failure).toMatchObject({ reason: 'certificate', sent: false });
    expect(received).toEqual([]);
  });

  it('signs in to the proxy, without telling the provider or any error the password', async () => {
    const login = `Basic ${Buffer.from('ann@acme:a secret').toString('base64')}`;
    const { received, url } = await behindProxy(({ headers }) =>
      headers['proxy-authorization'] === login ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 407 Proxy Authentication Required',
    );
    const signedIn = (password: string) => url.replace('//', `//ann%40acme:${password}@`);
    await textOf(sendThrough(signedIn('a%20secret'))(post('https://localhost/api')));
    expect(received).toHaveLength(1);
    const failure = await failureOf(sendThrough(signedIn('wrong-secret'))(post('https://localhost/api')));
    expect(failure).toMatchObject({ reason: 'proxy_login', code: 'HTTP 407', sent: false });
    expect(`${failure.stack}${JSON.stringify(failure)}`).not.toContain('wrong-secret');
    expect(received).toHaveLength(1);
  });

  it.each([
    ['HTTP/1.1 403 Forbidden', 'proxy_refused', 'HTTP 403'],
    ['HTTP/1.1 502 Bad Gateway', 'proxy_refused', 'HTTP 502'],
    ['not HTTP at all', 'proxy_unreachable', 'HPE_INVALID_CONSTANT'],
  ])('that answers %s', async (line, reason, code) => {
    const { received, url } = await behindProxy(() => line);
    const failure = await failureOf(sendThrough(url)(post('https://localhost/api')));
    expect(failure).toMatchObject({ reason, code, sent: false });
    expect(received).toEqual([]);
  });

  it('that does not listen, or has a certificate that no one trusts', async () => {
    const port = await listening(createSocketServer());
    await new Promise<void>((done) => open.splice(0)[0]?.close(() => done()));
    const gone = await failureOf(sendThrough(`http://127.0.0.1:${port}`)(post('https://localhost/api')));
    expect(gone).toMatchObject({ reason: 'proxy_unreachable', code: 'ECONNREFUSED', sent: false });
    tls.setDefaultCACertificates(trusted);
    try {
      const secure = await listening(createSecureServer(testCertificate));
      const failure = await failureOf(sendThrough(`https://localhost:${secure}`)(post('https://localhost/api')));
      expect(failure).toMatchObject({ reason: 'proxy_unreachable', code: 'DEPTH_ZERO_SELF_SIGNED_CERT', sent: false });
    } finally {
      tls.setDefaultCACertificates([...trusted, testCertificate.cert]);
    }
  });

  it('is refused for a private address, without asking the proxy', async () => {
    const { asked, url } = await behindProxy();
    for (const address of ['10.0.0.7', '169.254.169.254', '127.0.0.1']) {
      const sending = sendThrough(url, [], async () => [{ address, family: 4 }])(post('https://localhost/api'));
      expect(await failureOf(sending)).toMatchObject({ reason: 'address_refused', sent: false });
    }
    expect(asked).toEqual([]);
  });
});

const at = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 } as const];

it.each([
  ['a.example.com', '93.184.216.34', [], true],
  ['a.example.com', '93.184.216.34', ['*'], false],
  ['a.example.com', '93.184.216.34', ['example.com'], false],
  ['a.example.com', '93.184.216.34', ['.example.com'], false],
  ['a.example.com', '93.184.216.34', ['*.example.com'], false],
  ['A.Example.com', '93.184.216.34', ['example.com:443'], false],
  ['a.example.com', '93.184.216.34', ['example.com:8443'], true],
  ['notexample.com', '93.184.216.34', ['example.com'], true],
  ['a.example.com', '10.1.2.3', ['10.0.0.0/8'], false],
  ['a.example.com', '11.1.2.3', ['10.0.0.0/8'], true],
  ['a.example.com', '93.184.216.34', ['93.184.216.34'], false],
  ['a.example.com', '2001:db8::1', ['2001:db8::/32'], false],
  ['a.example.com', '2001:db8::1', ['10.0.0.0/8'], true],
  ['a.example.com', '127.0.0.1', [], false],
  ['a.example.com', '93.184.216.34', ['/', ':', ''], true],
] as const)(
  '%s at %s with the exceptions %j leaves through the proxy: %s',
  (hostname, address, exceptions, expected) => {
    const proxy = { url: 'http://proxy.example:3128', exceptions };
    expect(goesThrough(proxy, { hostname, port: '' }, at(address))).toBe(expected);
  },
);
