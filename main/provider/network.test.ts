import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  getDefaultAutoSelectFamily,
  type Server as SocketServer,
  setDefaultAutoSelectFamily,
} from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { publicResolve } from '#e2e/support/provider.ts';
import type { Resolve } from '../platform/gate/connections.ts';
import { allowedAddresses, createNetworkSend, sendErrorOf } from './network.ts';
import { SendError } from './send-error.ts';
import type { Answer } from './transport.ts';

const open: (Server | SocketServer)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const listening = async (server: Server | SocketServer): Promise<number> => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A server that answers and records its requests. */
const recording = async () => {
  const requests: IncomingMessage[] = [];
  const port = await listening(
    createServer((request, response) => {
      requests.push(request);
      request.resume().on('end', () => response.end('{"success":true}'));
    }),
  );
  return { port, requests };
};

const post = (url: string, signal?: AbortSignal): Request =>
  new Request(url, { method: 'POST', body: 'action=x', redirect: 'manual', ...(signal && { signal }) });

const textOf = async ({ body }: Answer): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const failureOf = async (promise: Promise<unknown>): Promise<SendError> => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SendError) return error;
  throw new Error(`Expected a SendError, saw ${String(error)}`);
};

const refused = { reason: 'address_refused', sent: false };
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('requests that must not be sent', () => {
  it.each([
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[fd00:ec2::254]/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'http://127.0.0.1/',
    'http://93.184.216.34/',
    'http://provider.example/',
    'ftp://provider.example/',
    'file:///etc/passwd',
    'data:application/json,{}',
  ])('%s', async (url) => {
    const send = createNetworkSend({ allowPrivateAddresses: false, resolve: publicResolve });
    expect(await failureOf(send(post(url)))).toMatchObject(refused);
  });

  it.each([
    ['a private address', ['10.0.0.5']],
    ['this machine', ['127.0.0.1']],
    ['an IPv6-mapped address', ['::ffff:169.254.169.254']],
    ['a private address after a public one', ['93.184.216.34', '192.168.0.1']],
    ['a private address before a public one', ['fd00::1', '93.184.216.34']],
  ])('include a name that resolves to %s', async (_, addresses) => {
    const send = createNetworkSend({ allowPrivateAddresses: false, resolve: to(...addresses) });
    expect(await failureOf(send(post('https://provider.example/')))).toMatchObject(refused);
  });

  it('include metadata and link-local addresses, even if custom networks are allowed', async () => {
    const send = createNetworkSend({ allowPrivateAddresses: true, resolve: to('169.254.169.254') });
    for (const url of ['https://provider.example/', 'https://169.254.169.254/', 'https://[fd00:ec2::254]/'])
      expect(await failureOf(send(post(url)))).toMatchObject(refused);
  });

  it('include plain text to any other machine, even if custom networks are allowed', async () => {
    const send = createNetworkSend({ allowPrivateAddresses: true, resolve: to('192.168.0.1') });
    for (const url of ['http://provider.example/', 'http://10.0.0.1/'])
      expect(await failureOf(send(post(url)))).toMatchObject(refused);
  });

  it('never reach a server at a rejected address', async () => {
    const { port, requests } = await recording();
    const send = createNetworkSend({ allowPrivateAddresses: false, resolve: to('127.0.0.1') });
    expect(await failureOf(send(post(`http://provider.example:${port}/`)))).toMatchObject(refused);
    expect(await failureOf(send(post(`http://127.0.0.1:${port}/`)))).toMatchObject(refused);
    expect(requests).toHaveLength(0);
  });
});

describe('a name that changes its address', () => {
  // Node asks for all addresses, or for one with `--no-network-family-autoselection`.
  it.each([
    ['all addresses', true],
    ['one address', false],
  ])('is resolved once per request, and only the checked address is connected to: %s', async (_, selectsFamily) => {
    const usual = getDefaultAutoSelectFamily();
    setDefaultAutoSelectFamily(selectsFamily);
    onTestFinished(() => setDefaultAutoSelectFamily(usual));
    const { port, requests } = await recording();
    const asked: string[] = [];
    // The system can't resolve this name: an answer proves that the checked address was used.
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const send = createNetworkSend({ allowPrivateAddresses: true, resolve });
    const answer = await send(post(`http://rebinding.invalid:${port}/api.php`));
    expect([answer.status, await textOf(answer)]).toEqual([200, '{"success":true}']);
    expect(asked).toEqual(['rebinding.invalid']);
    expect(requests[0]?.headers.host).toBe(`rebinding.invalid:${port}`);
  });

  it('is checked again for the next request', async () => {
    const { port, requests } = await recording();
    const answers = ['127.0.0.1', '169.254.169.254'];
    const resolve: Resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const send = createNetworkSend({ allowPrivateAddresses: true, resolve });
    await textOf(await send(post(`http://rebinding.invalid:${port}/`)));
    expect(await failureOf(send(post(`http://rebinding.invalid:${port}/`)))).toMatchObject(refused);
    expect(requests).toHaveLength(1);
  });

  it("prefers IPv4, because the provider's allow-list only has IPv4", async () => {
    const vetted = (...addresses: string[]) =>
      allowedAddresses(new URL('https://provider.example/'), to(...addresses), false);
    expect(await vetted('2606:4700::1111', '1.1.1.1', '1.0.0.1')).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '1.0.0.1', family: 4 },
    ]);
    expect(await vetted('2606:4700::1111')).toEqual([{ address: '2606:4700::1111', family: 6 }]);
  });
});

describe('redirects', () => {
  it('are not followed, because they would receive the key', async () => {
    const elsewhere = await recording();
    const port = await listening(
      createServer((request, response) => {
        request.resume();
        response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end();
      }),
    );
    const send = createNetworkSend({ allowPrivateAddresses: true });
    expect((await send(post(`http://127.0.0.1:${port}/`))).status).toBe(307);
    expect(elsewhere.requests).toHaveLength(0);
  });
});

describe('whether anything was sent', () => {
  const send = createNetworkSend({ allowPrivateAddresses: true });

  it('is no if no one listens', async () => {
    const { port } = await recording();
    await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    expect(await failureOf(send(post(`http://127.0.0.1:${port}/`)))).toMatchObject({
      reason: 'network',
      sent: false,
      code: 'ECONNREFUSED',
    });
  });

  it('is no if the name is unknown', async () => {
    const unknown = Object.assign(new Error('not known'), { code: 'ENOTFOUND' });
    const failing = createNetworkSend({ allowPrivateAddresses: false, resolve: () => Promise.reject(unknown) });
    const notFound = { reason: 'network', sent: false, code: 'ENOTFOUND' };
    expect(await failureOf(failing(post('https://provider.example/')))).toMatchObject(notFound);
    const empty = createNetworkSend({ allowPrivateAddresses: false, resolve: to() });
    expect(await failureOf(empty(post('https://provider.example/')))).toMatchObject(notFound);
  });

  it('is no if the time ran out while resolving the name', async () => {
    const controller = new AbortController();
    const resolve: Resolve = () => {
      controller.abort();
      return new Promise(() => {});
    };
    const waiting = createNetworkSend({ allowPrivateAddresses: false, resolve });
    const error = await failureOf(waiting(post('https://provider.example/', controller.signal)));
    expect(error).toMatchObject({ reason: 'timeout', sent: false });
  });

  it('is no if the certificate is for another name', async () => {
    // Speaks TLS with a public test certificate.
    const mail = new SMTPServer({ secure: true, logger: false });
    mail.on('error', () => {});
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
    const { port } = mail.server.address() as AddressInfo;
    const error = await failureOf(send(post(`https://127.0.0.1:${port}/`)));
    await new Promise<void>((resolve) => mail.close(() => resolve()));
    expect(error).toMatchObject({ reason: 'certificate', sent: false });
  });

  it('is no if the time ran out before the connection was secure', async () => {
    const controller = new AbortController();
    const port = await listening(
      createSocketServer((socket) => {
        socket.on('error', () => {}).once('data', () => controller.abort());
      }),
    );
    const error = await failureOf(send(post(`https://127.0.0.1:${port}/`, controller.signal)));
    expect(error).toMatchObject({ reason: 'timeout', sent: false });
  });

  it('is yes if the time ran out while the other side was silent', async () => {
    const controller = new AbortController();
    const port = await listening(
      createSocketServer((socket) => {
        socket.on('error', () => {}).once('data', () => controller.abort());
      }),
    );
    const error = await failureOf(send(post(`http://127.0.0.1:${port}/`, controller.signal)));
    expect(error).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('is yes if the connection broke before an answer', async () => {
    const port = await listening(createSocketServer((socket) => void socket.once('data', () => socket.destroy())));
    const error = await failureOf(send(post(`http://127.0.0.1:${port}/`)));
    expect(error).toMatchObject({ reason: 'network', sent: true, code: 'ECONNRESET' });
  });

  it('is yes if the answer is not HTTP', async () => {
    const port = await listening(
      createSocketServer((socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))),
    );
    const error = await failureOf(send(post(`http://127.0.0.1:${port}/`)));
    expect(error).toMatchObject({ reason: 'not_json', sent: true });
  });
});

it.each([
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ECONNREFUSED', 'network'],
  ['EHOSTUNREACH', 'network'],
  ['EAI_AGAIN', 'network'],
  ['HPE_INVALID_CONSTANT', 'not_json'],
] as const)('%s means %s', (code, reason) => {
  const error = sendErrorOf(Object.assign(new Error('secret detail'), { code }), false);
  expect(error).toMatchObject({ reason, code, sent: false });
  expect(error.message).not.toContain('secret');
});
