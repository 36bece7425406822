import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const base = perTest(() => temporaryFolder('castellan-lost-'));
let folder: string;
beforeEach(async () => {
  folder = join(base.path, 'data');
});

const start = async (dataDir: string): Promise<void> => {
  const server = await spawnInstance({ dataDir });
  await server.stop();
};
const argumentsOf = (command: string) => [command, '--port', '0', '--data-dir', folder];
const doctor = () => runWarm(argumentsOf('doctor'));

/** The program refuses to start in one line, and doctor says the same. */
const expectRefusal = async (reason: string): Promise<void> => {
  const { code, stdout, stderr } = await runProgram(argumentsOf('serve'));
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect(stderr).toContain(reason);
  const report = await doctor();
  expect(report.code).toBe(1);
  expect(report.stdout).toContain(`fail  keys: ${stderr.slice('castellan: '.length)}`);
};

it('keys without their database start nothing', async () => {
  await start(folder);
  await rm(join(folder, 'castellan.db'));
  await expectRefusal('keys.json exists, but its database');
  expect(await readdir(folder)).not.toContain('castellan.db');
  await writeFile(join(folder, 'castellan.db'), '', { mode: 0o600 });
  await expectRefusal('castellan.db is empty');
  await rm(join(folder, 'castellan.db'));
  await rm(join(folder, 'keys.json'));
  await start(folder);
});

it('a database without its keys starts nothing', async () => {
  await start(folder);
  await rm(join(folder, 'keys.json'));
  await expectRefusal('keys.json is missing. Restore it from the same backup as');
  expect(await readdir(folder)).not.toContain('keys.json');
});

it('keys of another installation start nothing, and the right ones still do', async () => {
  const other = join(base.path, 'other');
  await start(folder);
  await start(other);
  const keys = join(folder, 'keys.json');
  await copyFile(keys, join(base.path, 'keys.json'));
  await copyFile(join(other, 'keys.json'), keys);
  await expectRefusal("keys.json doesn't belong to");
  await copyFile(join(base.path, 'keys.json'), keys);
  await start(folder);
  expect((await doctor()).stdout).toMatch(/^ok {4}keys: belong to the database$/m);
});
