import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SpawnedServer, spawnServer } from '#e2e/fixtures/test-server.ts';

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../../deploy', name), 'utf8');

let server: SpawnedServer;
beforeEach(async () => {
  server = await spawnServer();
});
afterEach(() => server.close());

/** The exit code of the health check of deploy/Dockerfile, for a service on this port. */
const healthCheck = async (port: number): Promise<number> => {
  const command = /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/m.exec(await read('Dockerfile'))?.[1];
  const [program, ...args] = JSON.parse(command ?? '[]') as string[];
  expect(program).toBe('node');
  const child = spawn(process.execPath, args, { env: { CASTELLAN_PORT: `${port}` }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
};

it('the health check of the image follows the port, and fails once the service is gone', async () => {
  expect(await healthCheck(server.port)).toBe(0);
  await server.stop();
  expect(await healthCheck(server.port)).toBe(1);
});

it('the image has labels, and runs as a user that owns the only writable path', async () => {
  const image = await read('Dockerfile');
  for (const label of ['title', 'description', 'licenses']) {
    expect(image).toMatch(new RegExp(`org\\.opencontainers\\.image\\.${label}="[^"]+"`));
  }
  expect(image).toMatch(/^RUN install -d -o node -g node -m 0700 \/data\nUSER node\nVOLUME \/data$/m);
  expect(await read('compose.yaml')).toMatch(/^ {4}read_only: true$/m);
});
