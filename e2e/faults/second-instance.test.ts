import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runProgram, type SpawnedServer, spawnServer } from '#e2e/fixtures/test-server.ts';

let dataDir: string;
let first: SpawnedServer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'castellan-twice-'));
  first = await spawnServer({ dataDir });
});
afterEach(async () => {
  await first.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (...args: string[]) => runProgram([...args, '--port', '0', '--data-dir', dataDir]);
const owner = ['--email', 'ann@example.org', '--name', 'Ann', '--company', 'Acme'];

it('a second instance is refused, also after someone removed the lock of the first', async () => {
  for (const removesLock of [false, true]) {
    if (removesLock) await rm(join(dataDir, 'castellan.lock'));
    const { code, stderr } = await start('serve');
    expect([code, stderr]).toEqual([75, `castellan: Castellan is already running on ${dataDir}\n`]);
  }
  // The first one still has its socket, so commands reach it instead of opening the database themselves.
  expect((await start('owner', 'create', ...owner)).code).toBe(0);
  expect(first.stderr()).toContain('"operation":"owner create"');
});
