import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { expect } from './desktop.ts';

/** A proxy that asks for a password. */
export interface Proxy {
  readonly address: string;
  close(): Promise<void>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

interface ProxyOptions {
  user: string;
  password: string;
  /** A free one if undefined. */
  port?: number;
}

/** Starts Tinyproxy. */
export const startProxy = async ({ user, password, port: wanted }: ProxyOptions): Promise<Proxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  const port = wanted ?? (await freePort());
  const settings = [`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', `BasicAuth ${user} ${password}`];
  const file = join(folder, 'tinyproxy.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  const proxy = spawn('tinyproxy', ['-d', '-c', file], { stdio: 'ignore' });
  const ended = once(proxy, 'exit');
  await expect.poll(() => accepts(port)).toBe(true);
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      proxy.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
