import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { conform } from '#e2e/conformance/conform.ts';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

let server: SpawnedInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Statements known not to hold yet. */
const known = ['one with an invalid rid is refused, and leaves nothing in the way of other changes'];

it('the built service meets every statement of the seeds that can be tried from outside', async () => {
  server = await spawnInstance({ args: ['--test-clock'] });
  const lines: string[] = [];
  const { ok, failed, notTried } = await conform(server.address, (line) => lines.push(line));
  expect(failed.filter((row) => !known.some((text) => row.includes(text)))).toEqual([]);
  // Those that no request can judge. A missing clock or mailbox would add to them.
  expect(notTried).toBe(12);
  expect(ok + failed.length).toBe(219);
  expect(lines.filter((line) => /^(ok|failed|not tried) /.test(line))).toHaveLength(231);
}, 300_000);

it('a service that accepts everything fails, and so does the command', async () => {
  const yes = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    yes.listen(0, '127.0.0.1', resolve);
  });
  try {
    const url = `http://127.0.0.1:${(yes.address() as AddressInfo).port}`;
    const tool = fileURLToPath(new URL('../conformance/main.ts', import.meta.url));
    const ended = await promisify(execFile)(process.execPath, [tool, '--url', url]).catch((error: unknown) => error);
    expect(ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/ok, 1\d\d failed, \d+ not tried\n$/) });
  } finally {
    yes.close();
    yes.closeAllConnections();
  }
});
