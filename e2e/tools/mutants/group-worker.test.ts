import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { GroupWorker, killWorkers } from './group-worker.ts';

const distPath = perTest(() => temporaryFolder('castellan-group-'));
let server: Server;
let socketOfChild: Promise<Socket>;
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  socketOfChild = once(server, 'connection').then(([socket]) => socket as Socket);
});
afterEach(async () => {
  killWorkers();
  server.close();
});

/** Starts a worker like vitest's whose child stays connected to the server until it ends. */
const startWorker = async (then: string): Promise<GroupWorker> => {
  const { port } = server.address() as AddressInfo;
  const child = `require('net').connect(${port}, '127.0.0.1').resume()`;
  await mkdir(join(distPath.path, 'workers'));
  await writeFile(
    join(distPath.path, 'workers/forks.js'),
    `const { spawn } = require('child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
    process.once('message', () => { ${then} });`,
  );
  const worker = new GroupWorker({ distPath: distPath.path, env: process.env, execArgv: [] });
  await worker.start();
  return worker;
};
const go = (worker: GroupWorker): void => worker.send({ type: 'stop', context: {} } as never);
/** Resolves when the child has ended. */
const childEnds = async (): Promise<void> => void (await once((await socketOfChild).resume(), 'close'));

describe('what the tests of a worker have started', () => {
  it('ends with a worker that exits without it', async () => {
    const worker = await startWorker('process.exit()');
    const ends = childEnds();
    await socketOfChild;
    go(worker);
    await ends;
  });

  it('ends with a worker that is stopped', async () => {
    const worker = await startWorker('');
    const ends = childEnds();
    await socketOfChild;
    await worker.stop();
    await ends;
    expect(() => go(worker)).toThrow('not started');
  });

  it('ends with a worker that hangs', async () => {
    const worker = await startWorker("process.send('hangs'); for (;;);");
    const ends = childEnds();
    await socketOfChild;
    const hangs = new Promise((resolve) => worker.on('message', resolve));
    const ended = new Promise((resolve) => worker.on('exit', (_code, signal) => resolve(signal)));
    go(worker);
    expect(await hangs).toBe('hangs');
    killWorkers();
    expect(await ended).toBe('SIGKILL');
    await ends;
  });
});
