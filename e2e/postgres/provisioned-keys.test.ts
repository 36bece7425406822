import { copyFile, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testCluster } from '#e2e/support/new-data-folder.ts';
import { createDatabase, dropDatabase, queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const cluster = (): string => process.env[testCluster.url] ?? '';
const folder = perTest(() => temporaryFolder('castellan-provisioned-'));
let url: string;
beforeEach(async () => {
  url = await createDatabase(cluster());
});
afterEach(async () => {
  await dropDatabase(cluster(), url);
});

const keyFile = () => join(folder.path, 'generated.json');
const generate = async (): Promise<string> => {
  const made = await runWarm(['keys', 'generate', keyFile()]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return readFile(keyFile(), 'utf8');
};
const newFolder = (): Promise<string> => mkdtemp(join(folder.path, 'data-'));
const serve = (dataDir: string, at = url) =>
  spawnInstance({ dataDir, environment: { CASTELLAN_DATABASE_URL: at, CASTELLAN_DATABASE_POOL: '4' } });

it.each(['linked', 'copied'])(
  'instances that start at once share an installation with keys that are %s',
  async (how) => {
    const made = await generate();
    const folders = await Promise.all([1, 2, 3].map(newFolder));
    for (const each of folders) {
      if (how === 'linked') await symlink(keyFile(), join(each, 'keys.json'));
      else await copyFile(keyFile(), join(each, 'keys.json'));
    }
    const servers = await Promise.all(folders.map((each) => serve(each)));
    try {
      const ready = await Promise.all(servers.map(({ address }) => fetch(`${address}/readyz`)));
      expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await queryDatabase(url, 'select id from installation')).toHaveLength(1);
      expect(await readFile(keyFile(), 'utf8')).toBe(made);
      for (const each of folders) {
        const { keys, ...rest } = JSON.parse(await readFile(join(each, 'keys.json'), 'utf8'));
        expect(keys).toEqual(JSON.parse(made).keys);
        expect(Object.keys(rest)).toEqual(how === 'linked' ? ['creates_installation_until'] : []);
      }
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
    // The log of each instance is about the same installation: a later start doubts none of them.
    for (const each of folders) {
      const { code, stdout } = await runWarm(['doctor', '--data-dir', each, '--port', '0'], {
        CASTELLAN_DATABASE_URL: url,
      });
      expect(stdout).toMatch(/^ok {4}audit heads: match 0 audit logs$/m);
      expect(code).toBe(0);
    }
  },
);

it('an instance that had a database refuses another, empty one', async () => {
  await generate();
  const dataDir = await newFolder();
  await symlink(keyFile(), join(dataDir, 'keys.json'));
  await (await serve(dataDir)).close();
  const empty = await createDatabase(cluster());
  try {
    const ended = await runProgram(['serve', '--data-dir', dataDir, '--port', '0'], { CASTELLAN_DATABASE_URL: empty });
    expect(ended).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/audit-heads\.json shows that there was one/),
    });
    expect(ended.stderr).toMatch(/^castellan: [^\n]+\n$/);
    const tables = await queryDatabase(
      empty,
      `select 1 from information_schema.tables where table_schema = current_schema()`,
    );
    expect(tables).toEqual([]);
  } finally {
    await dropDatabase(cluster(), empty);
  }
});
