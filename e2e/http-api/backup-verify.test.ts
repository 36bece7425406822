import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { closedAfterwards, perFile, perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { spawnInstance } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const withPassphrase = { CASTELLAN_BACKUP_PASSPHRASE: 'correct horse battery' };

const server = perFile(() => spawnInstance());

const folder = perTest(() => temporaryFolder('castellan-backups-'));
let file: string;
beforeEach(async () => {
  file = join(folder.path, 'one.tar.gz');
});

const backup = (args: string[] = [], environment: Record<string, string> = withPassphrase) =>
  runWarm(['backup', file, '--data-dir', server.dataDir, ...args], environment);
const verify = (args: string[] = [], environment: Record<string, string> = withPassphrase) =>
  runWarm(['backup', 'verify', file, ...args], environment);

/** The files of an archive, by tar itself. */
const unpacked = async (): Promise<string> => {
  const target = await mkdtemp(join(folder.path, 'unpacked-'));
  execFileSync('tar', ['-xzf', file, '-C', target]);
  return target;
};

it('is authenticated by the passphrase, a key file or the data folder, and never without any of them', async () => {
  await backup(['--without-keys']);
  const unknown = await verify();
  expect([unknown.code, unknown.stderr]).toEqual([1, '']);
  expect(unknown.stdout).toMatch(
    /\nfail {2}not authenticated: its signature is of the key \w+, and nothing was given to check it with\. [^\n]+\n/,
  );
  expect(unknown.stdout).not.toMatch(/intact|ok {4}authenticated/);
  // There are no keys inside that a passphrase could open.
  expect(unknown.stdout).toMatch(/; give --keys-file to find out\n/);
  const asJson = await verify(['--json']);
  expect(asJson.code).toBe(1);
  const { signed_with } = JSON.parse(asJson.stdout) as { signed_with: string };
  expect(JSON.parse(asJson.stdout)).toMatchObject({ authenticated: false, checked_with: null, signed_with });

  const keysFile = join(server.dataDir, 'keys.json');
  for (const [args, checked_with] of [
    [['--keys-file', keysFile], 'keys-file'],
    [['--data-dir', server.dataDir], 'data-folder'],
  ] as const) {
    const { code, stdout } = await verify([...args, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { authenticated: true, checked_with, signed_with }]);
  }

  const other = await closedAfterwards(spawnInstance());
  const elsewhere = await verify(['--data-dir', other.dataDir]);
  expect([elsewhere.code, elsewhere.stdout]).toEqual([
    1,
    expect.stringMatching(
      /\nfail {2}not authenticated: its signature is of the key \w+, which \S+keys\.json doesn't have/,
    ),
  ]);
  const wrong = await verify(['--keys-file', join(other.dataDir, 'keys.json')]);
  expect([wrong.code, wrong.stdout]).toEqual([78, '']);
  expect(wrong.stderr).toMatch(/: it was signed with the key \w+, which \S+keys\.json doesn't have\n$/);
});

it('is refused if someone changed it, whoever checks it', async () => {
  await backup(['--without-keys']);
  const content = await unpacked();
  const manifest = join(content, 'manifest.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version": "[^"]+"/, '"version": "9.9.9"'));
  execFileSync('tar', ['-czf', file, '-C', content, ...(await readdir(content))]);
  const line = `castellan: Can't use ${file}: it was changed after it was signed\n`;
  expect(await verify(['--data-dir', server.dataDir])).toEqual({ code: 78, stdout: '', stderr: line });
  expect((await verify()).code).toBe(1);
});

it('puts no control character of a forged manifest on the terminal', async () => {
  await backup();
  const content = await unpacked();
  const path = join(content, 'manifest.json');
  const forged = { ...JSON.parse(await readFile(path, 'utf8')), schema: '\u001b]0;owned\u0007\nok' };
  await writeFile(path, JSON.stringify(forged));
  await rm(join(content, 'manifest.signature.json'));
  execFileSync('tar', ['-czf', file, '-C', content, ...(await readdir(content))]);
  const { code, stderr } = await verify([], {});
  expect(code).toBe(78);
  expect(stderr).toMatch(/^castellan: \P{Cc}*owned\P{Cc}*\n$/u);
});

it('is refused if it is damaged, and nothing is left behind', async () => {
  await backup();
  await truncate(file, Math.floor((await stat(file)).size / 2));
  const line = `castellan: Can't use ${file}: it is incomplete or not a backup\n`;
  expect(await verify()).toEqual({ code: 78, stdout: '', stderr: line });
  expect(await readdir(folder.path)).toEqual(['one.tar.gz']);
});

it('is refused with the wrong passphrase', async () => {
  await backup();
  const { code, stdout, stderr } = await verify([], { CASTELLAN_BACKUP_PASSPHRASE: 'wrong horse battery' });
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toContain('the passphrase is wrong');
});

it('is judged whatever is wrong with the key file of the data folder, and blamed for nothing that is wrong with another', async () => {
  await backup();
  const dataDir = join(folder.path, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(join(dataDir, 'keys.json'), '{', { mode: 0o600 });
  const unknown = await verify(['--data-dir', dataDir], {});
  expect([unknown.code, unknown.stderr]).toEqual([1, '']);
  expect(unknown.stdout).toContain('nothing was given to check it with');
  expect(unknown.stdout).toMatch(/; give --passphrase-file or --keys-file to find out\n/);
  await rm(join(dataDir, 'keys.json'));
  await mkdir(join(dataDir, 'keys.json'));
  expect((await verify(['--data-dir', dataDir])).code).toBe(0);

  const notKeys = join(folder.path, 'not-keys');
  await writeFile(notKeys, 'keys', { mode: 0o600 });
  const blamed = await verify(['--keys-file', notKeys]);
  expect([blamed.code, blamed.stderr]).toEqual([78, `castellan: The key file ${notKeys} is damaged\n`]);
  const nowhere = await verify(['--work-dir', join(folder.path, 'missing')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([
    78,
    expect.stringMatching(/^castellan: [^\n]+--work-dir[^\n]+ \S+\/missing doesn't exist\. [^\n]+\n$/),
  ]);
});

it('says that nothing can authenticate a backup whose signature is missing', async () => {
  await backup();
  const content = await unpacked();
  await rm(join(content, 'manifest.signature.json'));
  await rm(file);
  execFileSync('tar', ['-czf', file, '-C', content, ...(await readdir(content))]);
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /\nfail {2}not authenticated: its signature is missing\. [^\n]+, and nothing can show[^\n]+\n/,
  );
  expect(stdout).not.toContain('--passphrase-file');
});
