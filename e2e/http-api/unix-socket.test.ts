import { lstat, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import net, { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, type SpawnOptions, spawnInstance } from '#e2e/support/test-app.ts';

const publicUrl = 'https://castellan.example.org';
const host = 'castellan.example.org';
const token = 'a-token-of-sixteen';
const owner = { email: 'olivia@example.com', password: 'a long winding road 7' };

/** Node's own way to bind a socket without accepting connections. */
interface Handle {
  readonly fd: number;
  close(): void;
}
type CreateHandle = (address: string, port: number, family: number) => Handle;

const folder = perTest(() => temporaryFolder('castellan-unix-'));
let path: string;
let dataDir: string;
let server: SpawnedInstance | undefined;
beforeEach(async () => {
  path = join(folder.path, 'http.sock');
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const names = ['--public-url', publicUrl, '--sign-ups', 'open'];
const start = async (options: SpawnOptions = {}): Promise<SpawnedInstance> => {
  server = await spawnInstance({ dataDir, ...options, args: [...names, ...(options.args ?? [])] });
  return server;
};
const listen = () => ['--listen', `unix:${path}`];

interface Call {
  host?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request through the socket, as a proxy does. */
const send = (url: string, { host: name = host, body, headers = {} }: Call = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request(
      {
        socketPath: path,
        path: url,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: name, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      (answer) => text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject),
    );
    outgoing.once('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** The address that a sign-in gets which claims to come from `forwarded`. */
const addressOfSignIn = async ({ stdout }: SpawnedInstance, forwarded: string): Promise<string | null> => {
  const line = /setup token for the first account: (\S+)\n/;
  await expect.poll(stdout).toMatch(line);
  const setup = line.exec(stdout())?.[1];
  const headers = { 'x-forwarded-for': forwarded };
  const account = { ...owner, name: 'Olivia', company_name: 'Ember', setup_token: setup };
  expect((await send('/api/v1/auth/signup', { body: account, headers })).status).toBe(201);
  const { access_token } = JSON.parse((await send('/api/v1/auth/login', { body: owner, headers })).body);
  const answer = await send('/api/v1/auth/sessions', { headers: { authorization: `Bearer ${access_token}` } });
  return JSON.parse(answer.body).sessions[0].ip_address;
};

describe('a Unix socket', () => {
  it('serves the public name and this computer, and lets only its group connect', async () => {
    const { address } = await start({ args: listen() });
    expect(address).toBe(`unix:${path}`);
    expect((await lstat(path)).mode & 0o777).toBe(0o660);
    expect((await send('/readyz')).status).toBe(200);
    expect((await send('/readyz', { host: 'localhost' })).status).toBe(200);
    expect((await send('/readyz', { host: 'evil.example' })).status).toBe(400);
    expect((await send('/readyz', { headers: { origin: publicUrl } })).status).toBe(200);
    expect((await send('/readyz', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    // A request of the proxy could not be told from one of this computer.
    expect((await send('/metrics', { host: 'localhost' })).status).toBe(404);
  });

  it('passes on the address that the proxy names, unless no proxy is trusted', async () => {
    const first = await start({ args: listen() });
    expect(await addressOfSignIn(first, '192.0.2.9')).toBe('192.0.2.9');
    await first.stop();
    await rm(dataDir, { recursive: true });
    const second = await start({ args: [...listen(), '--trusted-proxies', 'none'] });
    expect(await addressOfSignIn(second, '192.0.2.9')).not.toBe('192.0.2.9');
  });

  it('is removed at the end, and after a crash by the next start', async () => {
    const first = await start({ args: [...listen(), '--metrics-token', token] });
    const metrics = await send('/metrics', { headers: { authorization: `Bearer ${token}` } });
    expect(metrics.status).toBe(200);
    await first.stop('SIGKILL');
    expect((await lstat(path)).isSocket()).toBe(true);
    const second = await start({ args: listen() });
    expect((await send('/readyz')).status).toBe(200);
    const doctor = await runProgram(['doctor', '--data-dir', dataDir, '--public-url', publicUrl, ...listen()]);
    expect(doctor.stdout).toContain(`ok    port: Castellan is running on unix:${path}\n`);
    expect((await second.stop()).code).toBe(0);
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });

  const refused = async (...args: string[]) => {
    const { code, stderr } = await runProgram(['serve', '--data-dir', dataDir, ...args]);
    expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
    await expect(lstat(dataDir)).rejects.toThrow('ENOENT');
    return [code, stderr];
  };

  it('is left alone if another program listens on it, or if it is no socket', async () => {
    const other = createServer().listen(path);
    const url = ['--public-url', publicUrl];
    try {
      expect(await refused(...url, ...listen())).toEqual([75, expect.stringContaining(`${path} is in use`)]);
      expect((await lstat(path)).isSocket()).toBe(true);
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
    await writeFile(path, 'precious');
    expect(await refused(...url, ...listen())).toEqual([78, expect.stringContaining('is not a socket')]);
  });

  it('needs a public URL, a folder and a short path', async () => {
    expect(await refused(...listen())).toEqual([78, expect.stringContaining('needs --public-url')]);
    const to = (socket: string) => refused('--public-url', publicUrl, '--listen', `unix:${socket}`);
    expect(await to(join(folder.path, 'none/x.sock'))).toEqual([
      78,
      expect.stringContaining(join(folder.path, 'none')),
    ]);
    expect(await to(join(folder.path, 'x'.repeat(100)))).toEqual([78, expect.stringContaining('bytes')]);
    expect(await to('relative.sock')).toEqual([78, expect.stringContaining('absolute path')]);
  });
});

describe('a socket that systemd has opened', () => {
  let opened: Handle | undefined;
  /** Like systemd, this process holds the socket but never accepts a connection. A `net.Server` would. */
  const open = (address: string, port: number, family: number): number => {
    opened = (net as unknown as { _createServerHandle: CreateHandle })._createServerHandle(address, port, family);
    return opened.fd;
  };
  afterEach(() => {
    opened?.close();
    opened = undefined;
  });

  it('is used instead of host and port, and lets requests wait during a restart', async () => {
    const socket = open(path, -1, -1);
    const first = await start({ socket });
    expect(first.address).toBe('unix:systemd');
    expect(await addressOfSignIn(first, '192.0.2.9')).toBe('192.0.2.9');
    expect((await first.stop()).code).toBe(0);
    const waiting = send('/readyz');
    await start({ socket });
    expect((await waiting).status).toBe(200);
  });

  it('may have a port', async () => {
    const { address } = await start({ socket: open('127.0.0.1', 0, 4) });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(address).not.toMatch(/:4310$/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
  });

  it('is refused next to another one or to --listen, and ignored if meant for another process', async () => {
    const socket = open(path, -1, -1);
    await expect(start({ socket, environment: { LISTEN_FDS: '2' } })).rejects.toThrow(/exited with 78.*2 sockets/s);
    await expect(start({ socket, args: ['--listen', `unix:${path}.2`] })).rejects.toThrow(/exited with 78.*--listen/s);
    const { address } = await start({ environment: { LISTEN_FDS: '1', LISTEN_PID: '1' } });
    expect(address).toMatch(/^http:/);
  });
});
