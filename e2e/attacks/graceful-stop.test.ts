import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLiveStream } from '#e2e/support/live-stream.ts';
import { openSocket, readToEnd } from '#e2e/support/raw-http.ts';
import { received, signupBody, signupHead } from '#e2e/support/slow-signup.ts';
import { createTestApp, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { second } from '#shared/rules/limits.ts';
import { createSeedClient } from '../http-api/seed-client.ts';

let spawned: SpawnedInstance | undefined;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await spawned?.close();
  spawned = undefined;
});

const open = async (port: number): Promise<Socket> => {
  const socket = await openSocket(port);
  sockets.push(socket);
  return socket;
};

/** Begins a request and holds back its body. The server has read the headers. */
const beginRequest = async (port: number): Promise<Socket> => {
  const socket = await open(port);
  const seen = received(socket, '100 Continue');
  socket.write(signupHead(port, 'Expect: 100-continue\r\nConnection: close\r\n'));
  await seen;
  return socket;
};

/** What becomes of a new connection: 'connected', or the code of the error. */
const connectionTo = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const attempt = connect(port, '127.0.0.1', () => resolve('connected'));
    attempt.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    sockets.push(attempt);
  });

describe('graceful shutdown', () => {
  it('answers the request in flight, accepts no new one, and exits with 0', async () => {
    spawned = await spawnInstance();
    const { port } = spawned;
    const socket = await beginRequest(port);
    const answer = readToEnd(socket);
    const finished = spawned.stop('SIGTERM');
    await expect.poll(() => connectionTo(port)).toBe('ECONNREFUSED');
    socket.write(signupBody);
    const { status, body } = await answer;
    expect(status).toBe(201);
    expect(body).toContain('slow@example.com');
    expect((await finished).code).toBe(0);
  });

  /** Opens a connection that has received its answer and stays open. */
  const openIdle = async (port: number): Promise<void> => {
    const socket = await open(port);
    const idle = received(socket, '{"status":"ok"}');
    socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await idle;
  };

  const delayed = async (): Promise<{ port: number; address: string; server: SpawnedInstance }> => {
    spawned = await spawnInstance({ args: ['--shutdown-delay', '60s'] });
    return { port: spawned.port, address: spawned.address, server: spawned };
  };

  it('goes on serving for the delay after SIGTERM, but is not ready, until a second signal', async () => {
    const { port, address, server } = await delayed();
    const waiting = await beginRequest(port);
    const closed = readToEnd(waiting);
    const finished = server.stop('SIGTERM');
    await expect.poll(async () => (await send(address, 'GET', '/readyz')).status).toBe(503);
    for (const path of ['/healthz', '/readyz', '/api/v1/users/me', '/', '/nowhere']) {
      const { status, headers } = await send(address, 'GET', path);
      expect([path, status, headers.get('connection')]).toEqual([path, expect.any(Number), 'close']);
      expect(status === 503).toBe(path === '/readyz');
    }
    server.child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
    // Whoever still waited is not waited for.
    expect((await closed).status).toBe(0);
  });

  it('does not wait for the delay after SIGINT', async () => {
    const { port, server } = await delayed();
    await openIdle(port);
    expect((await server.stop('SIGINT')).code).toBe(0);
  });

  it('does not wait for idle connections', async () => {
    const stopped = await createTestApp();
    await openIdle(stopped.port);
    // Timers are frozen, so no timeout can end anything.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await stopped.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends the streams of open consoles', async () => {
    const stopped = await createTestApp();
    const { token } = await createSeedClient(() => stopped.address).signup();
    const stream = await openLiveStream(stopped.address, token);
    // Timers are frozen, so no timeout can end it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await stopped.close();
    } finally {
      vi.useRealTimers();
    }
    expect((await stream.ended).map(({ event }) => event)).toEqual(['ready']);
  });

  it('exits with 0 while idle connections are open', async () => {
    spawned = await spawnInstance();
    await openIdle(spawned.port);
    expect((await spawned.stop()).code).toBe(0);
  });

  it('finishes requests whose client has disconnected, and exits with 0', async () => {
    // At this cost, hashing the password takes longer than everything up to the shutdown.
    spawned = await spawnInstance({ args: ['--bcrypt-cost', '13'] });
    const socket = await beginRequest(spawned.port);
    await new Promise((resolve) => socket.write(signupBody, resolve));
    // Nothing begins for a client that is gone, so wait until the password is being hashed.
    const { address } = spawned;
    await expect
      .poll(async () => (await send(address, 'GET', '/metrics')).text)
      .toContain('castellan_queue_admitted_total{queue="sign-in"} 1');
    socket.destroy();
    expect((await spawned.stop()).code).toBe(0);
    const lines = spawned.stderr().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toContain('done');
    expect(messages).not.toContain('failed');
    expect(messages.at(-1)).toBe('stopped');
  });

  it('gives up on a client that never finishes, and still exits with 0', async () => {
    spawned = await spawnInstance();
    const socket = await beginRequest(spawned.port);
    const closed = readToEnd(socket);
    const { code } = await spawned.stop();
    expect(code).toBe(0);
    await closed;
  });

  it('gives clients 9 seconds to finish', async () => {
    const stopped = await createTestApp();
    const [late, never] = [await beginRequest(stopped.port), await beginRequest(stopped.port)];
    const [answer, closed] = [readToEnd(late), readToEnd(never)];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const end = stopped.close();
      vi.advanceTimersByTime(9 * second - 1);
      late.write(signupBody);
      expect((await answer).status).toBe(201);
      expect(never.closed).toBe(false);
      vi.advanceTimersByTime(1);
      expect((await closed).status).toBe(0);
      await end;
    } finally {
      vi.useRealTimers();
    }
  });
});
