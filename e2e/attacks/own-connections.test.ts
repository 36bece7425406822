import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

const library = pathToFileURL(join(import.meta.dirname, '../support/own-connections.mjs')).href;
const results = join(tmpdir(), `castellan-own-connections-${process.pid}.json`);

const server = createServer((_request, response) => void response.end());
let connections = 0;
server.on('connection', () => {
  connections += 1;
});
let program: SpawnedInstance;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const environment = { NODE_OPTIONS: `--import=${library}`, OWN_TARGET: target, OWN_RESULTS: results };
  program = await spawnInstance({ environment });
});
afterAll(async () => {
  await program?.close();
  server.close();
  await rm(results, { force: true });
});

// Windows has no such signal.
it.skipIf(process.platform === 'win32')('a library in the program reaches no address on its own', async () => {
  program.child.kill('SIGUSR2');
  const read = async (): Promise<string[]> => JSON.parse(await readFile(results, 'utf8'));
  await expect.poll(() => read().catch(() => [])).toHaveLength(2);
  expect(await read()).toEqual(Array(2).fill(expect.stringMatching(/^Refused a connection to "127\.0\.0\.1:\d+"/)));
  expect(connections).toBe(0);
  const refusals = program.stderr().match(/"msg":"refused a connection"/g) ?? [];
  expect(refusals).toHaveLength(2);
  expect(program.stderr()).toContain('own-connections.mjs');
});
