import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { readFile, rename, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { migrations } from '#main/storage/database/migrations/index.ts';

const folder = perTest(() => temporaryFolder('castellan-log-'));
let server: SpawnedInstance | undefined;
let descriptors: number[] = [];

afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const descriptor of descriptors) closeSync(descriptor);
  descriptors = [];
});

const open = (path: string, flags: number): number => {
  const descriptor = openSync(path, flags);
  descriptors.push(descriptor);
  return descriptor;
};

const start = async (stderr: number): Promise<SpawnedInstance> => {
  server = await spawnInstance({ args: ['--rate-limits', 'off'], dataDir: folder.path, stderr });
  return server;
};

const account = { email: 'olivia@example.com', password: 'a long winding road 7' };

const signUpAndIn = async ({ address }: SpawnedInstance): Promise<string> => {
  const body = { ...account, name: 'Olivia', company_name: 'Northwind' };
  expect((await send(address, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
  const login = await send(address, 'POST', '/api/v1/auth/login', { body: account });
  expect(login.status).toBe(200);
  return (login.body as { refresh_token: string }).refresh_token;
};

const refresh = async ({ address }: SpawnedInstance, token: string): Promise<number> =>
  (await send(address, 'POST', '/api/v1/auth/refresh', { body: { refresh_token: token } })).status;

/** Each of these logs one line. */
const refusedCalls = async ({ address }: SpawnedInstance, count: number): Promise<void> => {
  for (let done = 0; done < count; done += 100) {
    const calls = Array.from({ length: 100 }, () => send(address, 'PUT', '/api/v1/users/me', { body: {} }));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([401]));
  }
};

const droppedLines = async ({ address }: SpawnedInstance): Promise<number> => {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^castellan_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
};

describe('a log that cannot be written', () => {
  it('on a full disk changes no response and no exit code, and is counted', async () => {
    const running = await start(open('/dev/full', constants.O_WRONLY));
    const token = await signUpAndIn(running);
    expect(await refresh(running, token)).toBe(200);
    await expect.poll(() => droppedLines(running)).toBeGreaterThanOrEqual(3);
    expect((await running.stop()).code).toBe(0);
  });

  it('because its reader is gone changes no response and no exit code', async () => {
    const pipe = join(folder.path, 'log');
    spawnSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const running = await start(open(pipe, constants.O_WRONLY));
    closeSync(reader);
    const token = await signUpAndIn(running);
    expect(await refresh(running, token)).toBe(200);
    await expect.poll(() => droppedLines(running)).toBeGreaterThanOrEqual(3);
    expect((await running.stop()).code).toBe(0);
  });

  it('because its reader has stalled delays nothing, and goes on once it reads again', async () => {
    const pipe = join(folder.path, 'log');
    spawnSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const running = await start(open(pipe, constants.O_WRONLY));
    // 64 kB fit into the pipe.
    await refusedCalls(running, 1_000);
    expect((await send(running.address, 'GET', '/healthz')).status).toBe(200);
    expect(await droppedLines(running)).toBe(0);
    const socket = new Socket({ fd: reader, readable: true, writable: false });
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await expect.poll(() => text.split('\n').filter((line) => line.includes('"refused"'))).toHaveLength(1_000);
    for (const line of text.trimEnd().split('\n')) JSON.parse(line);
    expect((await running.stop()).code).toBe(0);
    socket.destroy();
  });

  it('keeps the exit code 0 beside a reader that never reads', async () => {
    const pipe = join(folder.path, 'log');
    spawnSync('mkfifo', [pipe]);
    descriptors.push(openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK));
    const running = await start(open(pipe, constants.O_WRONLY));
    await refusedCalls(running, 1_000);
    expect((await running.stop()).code).toBe(0);
  });
});

describe('signals', () => {
  const messages = async (path: string): Promise<string[]> =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  it('SIGHUP opens the log file again, so that logrotate can move it', async () => {
    const path = join(folder.path, 'castellan.log');
    server = await spawnInstance({ args: ['--log-file', path] });
    const { address, child } = server;
    await expect.poll(() => messages(path)).toContain('started');
    await rename(path, `${path}.1`);
    child.kill('SIGHUP');
    const logged = async (): Promise<string[]> => {
      await send(address, 'PUT', '/api/v1/users/me', { body: {} });
      return messages(path);
    };
    await expect.poll(logged).toContain('refused');
    const { code, stderr } = await server.stop();
    expect([code, stderr]).toEqual([0, '']);
    expect((await messages(path)).at(-1)).toBe('stopped');
    expect(await messages(`${path}.1`)).toContain('started');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each(['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const)('%s ends nothing, and opens no debugger', async (signal) => {
    server = await spawnInstance();
    server.child.kill(signal);
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await send(server.address, 'GET', '/healthz')).status).toBe(200);
    }
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stderr).not.toContain('Debugger');
  });
});

describe('the first line', () => {
  it('says what runs, where, and on which data', async () => {
    server = await spawnInstance();
    const { address, dataDir } = server;
    const { stderr } = await server.stop();
    expect(JSON.parse(stderr.split('\n')[0] ?? '')).toMatchObject({
      msg: 'started',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      address,
      data_dir: dataDir,
      schema: Object.keys(migrations).at(-1),
    });
  });

  it('is for people with --log-format pretty', async () => {
    server = await spawnInstance({ args: ['--log-format', 'pretty'] });
    const { stderr } = await server.stop();
    expect(stderr).toMatch(/^\S+Z INFO {2}started version=/);
  });
});
