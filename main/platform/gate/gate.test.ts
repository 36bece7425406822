import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';

const child = resolve(import.meta.dirname, '../../../e2e/support/closed-gate-child.ts');

const folder = perFile(() => temporaryFolder('castellan-gate-'));
let connections = 0;
const servers: Server[] = [];
let outcomes: { name: string; result: string; refusals: string[] }[];

const listen = (where: { port: number; host: string } | { path: string }): Promise<Server> =>
  new Promise((done) => {
    const server = createServer((_request, response) => void response.end());
    server.on('connection', () => {
      connections += 1;
    });
    servers.push(server);
    server.listen(where, () => done(server));
  });

/** A gate can't be opened again, so it is closed in a process of its own. */
beforeAll(async () => {
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\castellan-gate-${process.pid}` : join(folder.path, 's');
  const server = await listen({ port: 0, host: '127.0.0.1' });
  await listen({ path });
  const { port } = server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, [child, `${port}`, path]);
  outcomes = JSON.parse(stdout);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const of = (kind: string) => outcomes.filter(({ name }) => name.startsWith(`${kind}: `));

describe('with a closed gate', () => {
  it('a library that connects on its own gets an error, which is told', () => {
    const attempts = of('library');
    expect(attempts).toHaveLength(15);
    const isRefused = ({ result, refusals: [message = ''] }: (typeof attempts)[number]) =>
      result !== 'connected' && /^Refused a connection to .+, which Castellan does not make$/.test(message);
    expect(attempts.filter((attempt) => !isRefused(attempt))).toEqual([]);
  });

  it('no library opens it again', () => {
    expect(of('opening')).toMatchObject([{ result: expect.stringMatching(/Cannot redefine property/) }]);
  });

  it('what Castellan connects to is reached', () => {
    expect(of('ours').filter(({ result }) => result !== 'connected')).toEqual([]);
    expect(connections).toBe(of('ours').length);
  });

  it('no use goes beyond its addresses, which is an error of that use', () => {
    expect(of('beyond')).toHaveLength(6);
    expect(
      of('beyond').filter(({ result, refusals }) => !/is not allowed$/.test(result) || refusals.length > 0),
    ).toEqual([]);
  });
});
