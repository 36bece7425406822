import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket, readToEnd, sendRaw } from '#e2e/support/raw-http.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { signupHead } from '#e2e/support/slow-signup.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';
import { bodyLimits, second } from '#shared/rules/limits.ts';

let server: TestApp | undefined;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server?.close();
  server = undefined;
});

const open = async (port: number): Promise<Socket> => {
  const socket = await openSocket(port);
  sockets.push(socket);
  return socket;
};

describe('slow clients', () => {
  it('do not delay a sign-in, whatever part of a request they hold back', async () => {
    server = await createTestApp();
    const { port, address } = server;
    const seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
    for (let number = 0; number < 300; number += 1) {
      const socket = await open(port);
      const parts = ['', 'GET /healthz HT', signupHead(port).slice(0, 60), `${signupHead(port)}{"email":`];
      socket.write(parts[number % parts.length] ?? '');
    }
    for (let round = 0; round < 5; round += 1) {
      const login = await callHttp(address, contract.auth.login, {
        email: seed.own.owner.email,
        password: testPassword,
      });
      expect(login.status).toBe(200);
    }
  });

  it('get 15 seconds for the headers and 30 for the whole request', async () => {
    server = await createTestApp();
    const node = server.app.server.server;
    expect([node.headersTimeout, node.requestTimeout]).toEqual([15 * second, 30 * second]);
  });

  it('are closed when they do not finish in time', async () => {
    server = await createTestApp();
    // Shorten the timeouts of the same timers.
    server.app.server.server.headersTimeout = 100;
    server.app.server.server.requestTimeout = 100;
    const socket = await open(server.port);
    const end = readToEnd(socket);
    socket.write('GET /healthz HT');
    expect((await end).status).toBe(408);
  });
});

describe('unread answers', () => {
  it('lose their connection after 20 seconds', async () => {
    server = await createTestApp();
    const socket = await open(server.port);
    const [accepted] = await new Promise<Socket[]>((resolve) => {
      server?.app.server.server.once('request', (request) => resolve([request.socket]));
      socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server?.port}\r\n\r\n`);
    });
    expect(accepted?.timeout).toBe(20 * second);
  });
});

describe('large and malformed requests', () => {
  it('are rejected by their announced length, before the body is sent', async () => {
    server = await createTestApp();
    const answer = await sendRaw(server.port, 'POST /api/v1/auth/login HTTP/1.1', [
      `Host: 127.0.0.1:${server.port}`,
      'Content-Type: application/json',
      `Content-Length: ${10 * bodyLimits.standard}`,
    ]);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('are rejected when chunks exceed the limit, on both transports', async () => {
    server = await createTestApp();
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    for (const path of ['/api/v1/auth/login', '/trpc/auth.login']) {
      const answer = await sendRaw(
        server.port,
        `POST ${path} HTTP/1.1`,
        [`Host: 127.0.0.1:${server.port}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
        chunk.repeat(17),
      );
      expect([path, answer.status]).toEqual([path, 413]);
    }
    expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  });

  it('with many unknown fields get a small answer on both transports', async () => {
    server = await createTestApp();
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 1]));
    for (const path of ['/api/v1/auth/login', '/trpc/auth.login']) {
      const many = await send(server.address, 'POST', path, { body: unknown(7_000) });
      expect([path, many.status]).toEqual([path, 400]);
      expect(many.text.length).toBeLessThan(8_000);
      expect((await send(server.address, 'POST', path, { body: unknown(110_000) })).status).toBe(413);
    }
  });

  it('are accepted up to the limit of their operation, and only from callers who may call it', async () => {
    server = await createTestApp();
    const seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
    const emails = Array.from({ length: 400 }, () => 'x'.repeat(500));
    const body = { emails, role: 'member' };
    const path = `/api/v1/tenants/${seed.own.id}/bulk/invitations`;
    const { address } = server;
    const invite = (token?: string, sent: unknown = body) => send(address, 'POST', path, { token, body: sent });
    expect((await invite(seed.own.owner.token)).status).toBe(200);
    const tooLarge = { ...body, padding: 'x'.repeat(bodyLimits.list) };
    expect((await invite(seed.own.owner.token, tooLarge)).status).toBe(413);
    expect((await invite(seed.own.member.token, tooLarge)).status).toBe(403);
    expect((await invite(undefined, tooLarge)).status).toBe(401);
  });

  it('are rejected if their headers are too large, and the server keeps running', async () => {
    server = await createTestApp();
    const answer = await sendRaw(server.port, 'GET /healthz HTTP/1.1', [
      `Host: 127.0.0.1:${server.port}`,
      `X-Long: ${'x'.repeat(100_000)}`,
    ]);
    expect(answer.status).toBe(431);
    expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  });

  it('cannot exhaust the stack with deep nesting', async () => {
    server = await createTestApp();
    const seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
    const nested = (depth: number) => `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const attempts: [string, number][] = [
      ['/api/v1/auth/login', 30_000],
      ['/trpc/auth.login', 30_000],
      // The largest body that any operation takes.
      ['/api/v1/hosting/invoices/import', 500_000],
      ['/trpc/hosting.importInvoices', 500_000],
    ];
    for (const [path, depth] of attempts) {
      const response = await fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${seed.own.owner.token}` },
        body: nested(depth),
      });
      expect([path, response.status]).toEqual([path, 400]);
    }
    expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
  });

  it.each(['GARBAGE\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\0\0\0\0\r\n\r\n', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'])(
    'do not stop the server if they are not HTTP: %j',
    async (text) => {
      server = await createTestApp();
      const socket = await open(server.port);
      const end = readToEnd(socket);
      socket.end(text);
      const answer = await end;
      expect([0, 400, 505]).toContain(answer.status);
      expect(answer.body).not.toMatch(/node_modules|\.ts:|stack/);
      expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
    },
  );

  it('cannot be smuggled with two lengths, or with a length and chunks', async () => {
    server = await createTestApp();
    const host = `Host: 127.0.0.1:${server.port}`;
    const type = 'Content-Type: application/json';
    const head = 'POST /api/v1/auth/login HTTP/1.1';
    const both = ['Content-Length: 4', 'Transfer-Encoding: chunked'];
    expect((await sendRaw(server.port, head, [host, type, ...both], '0\r\n\r\n')).status).toBe(400);
    const twice = ['Content-Length: 4', 'Content-Length: 5'];
    expect((await sendRaw(server.port, head, [host, type, ...twice], 'null')).status).toBe(400);
  });
});
