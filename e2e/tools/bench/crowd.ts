import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureWrk } from '../wrk.ts';

const script = join(import.meta.dirname, 'crowd.lua');

/** One of the requests that a crowd sends in turn. */
export interface CrowdRequest {
  method?: 'GET' | 'POST';
  path: string;
  /** Who sent it, as the proxy forwards it. */
  address: string;
  token?: string | undefined;
  /** With `$TOKEN`, each request takes a token of its own: of `tokens`, or of an earlier answer. */
  body?: unknown;
}

export interface Crowd {
  requests: readonly CrowdRequest[];
  tokens?: readonly string[];
  connections: number;
}

/** Sends requests as fast as they are answered, whatever the answer is, with wrk. Returns how many were answered a second. */
export const sendCrowd = async (
  url: string,
  folder: string,
  { requests, tokens, connections }: Crowd,
  seconds: number,
): Promise<number> => {
  const [requestsFile, tokensFile] = [join(folder, 'requests'), join(folder, 'tokens')];
  const lines = requests.map(({ method = 'GET', path, address, token, body }) =>
    [method, path, address, token ? `Bearer ${token}` : '', body === undefined ? '' : JSON.stringify(body)].join('\t'),
  );
  await writeFile(requestsFile, lines.join('\n'));
  if (tokens) await writeFile(tokensFile, tokens.join('\n'));
  const { stdout } = await promisify(execFile)(ensureWrk(), [
    ...['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`, '--script', script],
    ...[url, '--', requestsFile, ...(tokens ? [tokensFile] : [])],
  ]);
  const [, perSecond] = /Requests\/sec: +([\d.]+)/.exec(stdout) ?? [];
  if (perSecond === undefined) throw new Error(stdout);
  return Number(perSecond);
};

/** Opens connections that each send a sign-in one byte at a time, and again once they are closed. */
export const sendSlowly = async (url: string, connections: number, seconds: number): Promise<void> => {
  const { hostname, port } = new URL(url);
  const head = ['POST /api/v1/auth/login HTTP/1.1', `Host: ${hostname}:${port}`, 'Content-Type: application/json'];
  const until = performance.now() + seconds * 1_000;
  const trickle = async (): Promise<void> => {
    while (performance.now() < until) {
      const socket = connect(Number(port), hostname).on('error', () => {});
      socket.write([...head, 'Content-Length: 60000', '', '{"email":"'].join('\r\n'));
      while (performance.now() < until && !socket.destroyed) {
        socket.write('a');
        await pause(100);
      }
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, trickle));
};
