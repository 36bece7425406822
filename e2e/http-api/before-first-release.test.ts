import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { partNames } from '#main/backup/manifest.ts';
import { openKeys } from '#main/backup/sealed-keys.ts';

/** Recorded by the last version before 0.1.0. */
const backup = fileURLToPath(new URL('../support/schemas/before-0.1.0.tar.gz', import.meta.url));
const passphrase = 'correct horse battery';
const refusal = /was written before the release of Castellan 0\.1\.0, and can't be upgraded\. Keep using the version/;

const base = perFile(() => temporaryFolder('castellan-before-'));
let folder: string;
beforeAll(async () => {
  folder = join(base.path, 'data');
  await mkdir(folder, { mode: 0o700 });
  execFileSync('tar', ['-xzf', backup, '-C', folder]);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const keys = await openKeys(await read(partNames.keys), passphrase, await read(partNames.manifest));
  await writeFile(join(folder, 'keys.json'), keys, { mode: 0o600 });
  for (const name of [partNames.keys, partNames.manifest]) await rm(join(folder, name));
});

const contents = async (): Promise<Record<string, string>> => {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('castellan.lock'));
  const files = names.map(async (name) => {
    const path = join(folder, name);
    return [name, `${(await stat(path)).mtimeMs} ${(await readFile(path)).toString('base64')}`];
  });
  return Object.fromEntries(await Promise.all(files));
};

it.each([
  ['serve', ['serve', '--port', '0']],
  ['user list', ['user', 'list', '--json']],
  ['audit verify', ['audit', 'verify', '--json']],
  ['accept-audit-log', ['accept-audit-log']],
  ['backup', ['backup', 'one.tar.gz', '--without-keys']],
])('%s refuses the data folder in one line, and changes nothing', async (_what, argv) => {
  const before = await contents();
  const { code, stdout, stderr } = await runWarm([...argv, '--data-dir', folder]);
  expect([code, stdout, stderr]).toEqual([78, '', expect.stringMatching(refusal)]);
  expect(stderr).toMatch(/^castellan: [^\n]+\n$/);
  expect(await contents()).toEqual(before);
});

it('doctor says so', async () => {
  const { code, stdout } = await runWarm(['doctor', '--port', '0', '--data-dir', folder]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(refusal)]);
});

const without: Record<string, string> = {};
const withPassphrase: Record<string, string> = { CASTELLAN_BACKUP_PASSPHRASE: passphrase };

it.each([
  ['without its passphrase', without],
  ['with its passphrase', withPassphrase],
])('a backup is refused in one line, and nothing is restored: %s', async (_what, environment) => {
  const target = await mkdtemp(join(base.path, 'target-'));
  for (const argv of [
    ['backup', 'verify', backup, '--work-dir', target],
    ['restore', backup, '--data-dir', target],
  ]) {
    const { code, stdout, stderr } = await runWarm(argv, environment);
    expect([code, stdout, stderr]).toEqual([78, '', expect.stringMatching(refusal)]);
    expect(stderr).toMatch(/^castellan: Can't use [^\n]+\n$/);
    expect((await readdir(target)).filter((name) => name !== 'castellan.lock')).toEqual([]);
  }
});
