import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

const dataDir = perTest(() => temporaryFolder('castellan-twice-'));
let first: SpawnedInstance;
beforeEach(async () => {
  first = await spawnInstance({ dataDir: dataDir.path });
});
afterEach(async () => {
  await first.close();
});

const start = (...args: string[]) => runProgram([...args, '--port', '0', '--data-dir', dataDir.path]);
const owner = ['--email', 'ann@example.org', '--name', 'Ann', '--company', 'Acme'];

it('a second instance is refused, also after someone removed the lock of the first', async () => {
  for (const removesLock of [false, true]) {
    if (removesLock) await rm(join(dataDir.path, 'castellan.lock'));
    const { code, stderr } = await start('serve');
    expect([code, stderr]).toEqual([75, `castellan: Castellan is already running on ${dataDir.path}\n`]);
  }
  // The first one still has its socket, so commands reach it instead of opening the database themselves.
  expect((await start('owner', 'create', ...owner)).code).toBe(0);
  expect(first.stderr()).toContain('"operation":"owner create"');
});
